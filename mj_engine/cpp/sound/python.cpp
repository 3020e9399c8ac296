// Python under the sanitizer that it is built with: what drives the engine in `make sound`.
#include <Python.h>

int main(int count, char** words) { return Py_BytesMain(count, words); }
