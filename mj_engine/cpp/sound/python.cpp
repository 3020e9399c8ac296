// Python built with a sanitizer: `make sound` runs the engine in it.
#include <Python.h>

int main(int count, char** words) { return Py_BytesMain(count, words); }
