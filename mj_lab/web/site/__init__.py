"""The pages as a site without a server: playing and analysis by mj_engine as WebAssembly."""
