// The WebAssembly module: what engine.js calls (mj_lab/site/compiling.py exports it). A question is
// bytes in, and bytes out with their size and whether they are JSON (1) or what is wrong (0) before
// them, two words of 32 bits.
#include <cstdlib>
#include <cstring>

#include "bind/wasm/engine.hpp"

namespace {

constexpr std::size_t kHead = 2 * sizeof(std::uint32_t);

char* bytes_of(std::string_view text, bool is_json) {
    auto* bytes = static_cast<char*>(std::malloc(kHead + text.size()));
    const std::array<std::uint32_t, 2> head{static_cast<std::uint32_t>(text.size()),
                                            static_cast<std::uint32_t>(is_json)};
    std::memcpy(bytes, head.data(), kHead);
    std::memcpy(bytes + kHead, text.data(), text.size());
    return bytes;
}

// Whoever asks holds it: the engine, or why there is none.
using Held = mj::Expected<std::unique_ptr<wasm::Engine>>;

}  // namespace

extern "C" {

void* mj_alloc(std::size_t size) { return std::malloc(size); }
void mj_free(void* bytes) { std::free(bytes); }

Held* mj_open(const std::uint8_t* data, std::size_t size) {
    return new Held(wasm::Engine::of({data, size}));
}

char* mj_ask(Held* held, const char* question, std::size_t size) {
    if (!*held) return bytes_of(held->fault().text, false);
    const wasm::Reply reply = (**held)->ask({question, size});
    return reply ? bytes_of(*reply, true) : bytes_of(reply.fault().text, false);
}

}  // extern "C"
