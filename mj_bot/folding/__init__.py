"""One seat's requests folded into what the seat may know, one by one."""
