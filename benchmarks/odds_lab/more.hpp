#pragma once
static OddsPol*make(const char*spec,Engine*E){ return new OddsPol(spec,E); }
