#pragma once
#include "value.hpp"
// flat hash from 64-bit key to int
struct Flat{ vector<uint64_t> k; vector<int> v; vector<uint32_t> stamp; uint32_t cur=0; size_t mask=0; 
  void init(size_t cap){ size_t n=1024; while(n<cap*2)n<<=1; if(n>k.size()){k.assign(n,0);v.assign(n,0);stamp.assign(n,0);cur=0;} mask=k.size()-1; cur++; }
  int* find(uint64_t key,bool&is_new){ size_t i=(key*0x9E3779B97F4A7C15ull)>>20&mask; while(stamp[i]==cur&&k[i]!=key)i=(i+1)&mask; is_new=stamp[i]!=cur; if(is_new){stamp[i]=cur;k[i]=key;} return &v[i]; } };
