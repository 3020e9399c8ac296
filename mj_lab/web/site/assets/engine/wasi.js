// The few WASI system calls that the C++ library makes, for a page or a worker.
const BAD_FILE = 8;

/**
 * The imports of a module; memory(): its memory. What the library says goes to the console.
 * @param {() => WebAssembly.Memory} memory
 * @returns {WebAssembly.Imports}
 */
export function wasiImports(memory) {
  const decoder = new TextDecoder();

  /**
   * fd_write: `pairs` of an address and a size; the number of bytes written is stored at `taken`.
   * @param {number} _file
   * @param {number} pairs
   * @param {number} count
   * @param {number} taken
   */
  function fd_write(_file, pairs, count, taken) {
    const view = new DataView(memory().buffer);
    let size = 0,
      text = "";
    for (let pair = 0; pair < count; pair += 1) {
      const at = view.getUint32(pairs + 8 * pair, true),
        length = view.getUint32(pairs + 8 * pair + 4, true);
      text += decoder.decode(new Uint8Array(memory().buffer, at, length));
      size += length;
    }
    console.error(text);
    view.setUint32(taken, size, true);
    return 0;
  }

  const nothing = () => BAD_FILE;
  return { wasi_snapshot_preview1: { fd_write, fd_close: nothing, fd_seek: nothing } };
}
