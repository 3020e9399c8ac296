"""The formats that people have matches in, one module each: from text and to text."""
