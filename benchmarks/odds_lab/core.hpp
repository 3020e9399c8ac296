#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cstring>
#include <cmath>
#include <vector>
#include <array>
#include <algorithm>
#include <string>
#include <map>
#include <random>
#include <functional>
#include "fan_calculator.h"
using namespace std;
typedef array<uint8_t,34> Cnt;
enum {CHI=0,PENG=1,GANG=2};
struct Meld{int kind,tile,offer;};
static mahjong::tile_t TT[34];
static void init_tiles(){ for(int i=0;i<34;i++){int s=i/9,r=i%9+1; TT[i]=mahjong::make_tile(s==0?1:s==1?3:s==2?2:4,r);} }
struct FanFlags{bool self=false,fourth=false,kong=false,last=false;int seat=0,quan=0;};
// hand without win tile
static int fan_of(const int*hand,const vector<Meld>&melds,int win,const FanFlags&f,mahjong::fan_table_t*out=nullptr){
  mahjong::calculate_param_t p={};
  p.hand_tiles.pack_count=melds.size();
  for(size_t i=0;i<melds.size();i++){int k=melds[i].kind; p.hand_tiles.fixed_packs[i]=mahjong::make_pack(melds[i].offer,k==CHI?PACK_TYPE_CHOW:k==PENG?PACK_TYPE_PUNG:PACK_TYPE_KONG,TT[melds[i].tile]);}
  int n=0; for(int i=0;i<34;i++)for(int k=0;k<hand[i];k++) { if(n>=13) return -9; p.hand_tiles.standing_tiles[n++]=TT[i]; }
  if(n+3*(int)melds.size()!=13) return -9;
  p.hand_tiles.tile_count=n; p.win_tile=TT[win]; p.flower_count=0;
  p.win_flag=f.self*WIN_FLAG_SELF_DRAWN+f.fourth*WIN_FLAG_LAST_TILE+f.kong*WIN_FLAG_KONG_INVOLVED+f.last*WIN_FLAG_WALL_LAST;
  p.seat_wind=(mahjong::wind_t)f.seat; p.prevalent_wind=(mahjong::wind_t)f.quan;
  mahjong::fan_table_t t={}; 
  int r=mahjong::calculate_fan(&p,out?out:&t);
  return r;
}
static bool may_complete(const int*h,int tile){
  int s[4]={0,0,0,0},w=0; for(int i=0;i<34;i++){s[i/9]+=h[i];w+=h[i];}
  s[tile/9]++; int two=0,one=0; for(int k=0;k<4;k++){if(s[k]%3==1)one++; if(s[k]%3==2)two++;}
  if(!one&&two==1) return true;
  if(w!=13) return false;
  int odd=0,mx=0; for(int i=0;i<34;i++){odd+=h[i]%2;mx=max(mx,h[i]);}
  if(h[tile]%2&&odd==1) return true;
  return s[3]>=5&&mx<=2;
}
// ---------- table
struct Table{
  int P,H,NF,NB,N; vector<uint8_t> sc,hc; vector<int> scode,hcode; vector<int8_t> sp,hp; vector<uint16_t> f0,f1,b0,b1; vector<int> starts,backof; vector<uint8_t> fan; vector<uint8_t> fcl,bcl;
  template<class T> void rd(FILE*f,vector<T>&v,size_t n){v.resize(n); if(fread(v.data(),sizeof(T),n,f)!=n){fprintf(stderr,"read\n");exit(1);} }
  void load(const char*fn){FILE*f=fopen(fn,"rb"); vector<int> h; rd(f,h,5);P=h[0];H=h[1];NF=h[2];NB=h[3];N=h[4];
    rd(f,sc,(size_t)P*9);rd(f,scode,P);rd(f,sp,P);rd(f,hc,(size_t)H*7);rd(f,hcode,H);rd(f,hp,H);rd(f,f0,NF);rd(f,f1,NF);rd(f,starts,NF+1);rd(f,b0,NB);rd(f,b1,NB);rd(f,backof,N);rd(f,fan,N);fclose(f);
    auto cls=[&](const uint8_t*c,int w){int n=0;for(int i=0;i<w;i++)n+=c[i];return n;}; fcl.resize(NF);bcl.resize(NB); for(int i=0;i<NF;i++)fcl[i]=cls(&sc[f0[i]*9],9)+cls(&sc[f1[i]*9],9); for(int i=0;i<NB;i++)bcl[i]=14-(cls(&sc[b0[i]*9],9)+cls(&hc[b1[i]*7],7)); }
};
static Table TB;
struct Shape{Cnt c; int fan; int kind; int d;};
struct Pos{int hand[34]; vector<Meld> melds; int have[34]; bool concealed;
  void fix(){for(int i=0;i<34;i++)have[i]=hand[i]; concealed=true; for(auto&m:melds){ if(!(m.kind==GANG&&m.offer==0))concealed=false; if(m.kind==CHI){for(int k=-1;k<2;k++)have[m.tile+k]++;}else have[m.tile]+=3;}}
};
static const int FAR=40;
static void part_dist(const Pos&p,const int*unseen,vector<uint8_t>*d){
  for(int s=0;s<4;s++){
    int n=s==3?TB.H:TB.P,w=s==3?7:9; const uint8_t*c=s==3?TB.hc.data():TB.sc.data(); auto&code=s==3?TB.hcode:TB.scode;
    uint8_t lut[9][5]; for(int t=0;t<w;t++)for(int k=0;k<5;k++){int l=max(k-p.have[9*s+t],0); lut[t][k]=l<=unseen[9*s+t]?l:20;}
    d[s].resize(n); int need[16],nn=0,pm=0; 
    int chows[7]={0}; for(auto&m:p.melds) if(m.tile/9==s){ if(m.kind==CHI)chows[m.tile%9-1]++; else pm|=1<<(21+m.tile%9);} (void)need;(void)nn;
    bool any=pm; for(int k=0;k<7;k++)any|=chows[k]>0;
    for(int i=0;i<n;i++,c+=w){int x=0; for(int t=0;t<w;t++)x+=lut[t][c[t]];
      if(any){ if((code[i]&pm)!=pm)x=FAR; for(int k=0;k<7;k++)if(chows[k]&&((code[i]>>(3*k))&7)<chows[k])x=FAR; }
      d[s][i]=min(x,FAR);}
  }
}
static int KN[6][9];
static void init_forms(){int pm[6][3]={{0,1,2},{0,2,1},{1,0,2},{1,2,0},{2,0,1},{2,1,0}}; for(int i=0;i<6;i++)for(int s=0;s<3;s++)for(int k=0;k<3;k++)KN[i][s*3+k]=9*s+pm[i][s]+3*k;}
static int lackf(const Pos&p,const int*un,int t,int c){int l=max(c-p.have[t],0); return l<=un[t]?l:50;}
static int pungs_fan(const vector<int>&pungs,int pair,int seat,int quan){
  static map<uint64_t,int> cache; uint64_t k=0; vector<int> s=pungs; sort(s.begin(),s.end()); for(int x:s)k=k*40+x; k=k*40+pair; k=k*16+seat*4+quan;
  auto it=cache.find(k); if(it!=cache.end())return it->second;
  int h[34]={0}; h[pair]=1; vector<Meld> m; for(int x:pungs)m.push_back({PENG,x,1}); FanFlags f; f.seat=seat;f.quan=quan; int r=fan_of(h,m,pair,f)-6; if(cache.size()<3000000)cache[k]=r; return r;}
static void forms(const Pos&p,const int*un,int most,int seat,int quan,vector<Shape>&out){
  auto add=[&](const int*c,int fan,int kind,int d){Shape s; for(int i=0;i<34;i++)s.c[i]=c[i]; s.fan=fan;s.kind=kind;s.d=d; out.push_back(s);};
  bool chow=false; for(auto&m:p.melds)if(m.kind==CHI)chow=true;
  if(!chow){ // all pungs
    vector<int> fixed; for(auto&m:p.melds)fixed.push_back(m.tile);
    vector<pair<int,int>> L; for(int t=0;t<34;t++)if(find(fixed.begin(),fixed.end(),t)==fixed.end())L.push_back({lackf(p,un,t,3),t}); sort(L.begin(),L.end());
    vector<int> ch; 
    function<void(int,int,int)> rec=[&](int start,int size,int left){
      if(size==0){ vector<int> tl=fixed; int c[34]={0}; for(int k:ch)tl.push_back(L[k].second); for(int t:tl)c[t]=3;
        for(int q=0;q<34;q++)if(!c[q]){int l=lackf(p,un,q,2); if(l>left)continue; int f=pungs_fan(tl,q,seat,quan); if(f>=6){c[q]=2; add(c,f,1,most-left+l); c[q]=0;}}
        return;}
      for(int k=start;k<(int)L.size();k++){ if(L[k].first*size>left)return; ch.push_back(k); rec(k+1,size-1,left-L[k].first); ch.pop_back(); }
    };
    rec(0,4-fixed.size(),most);
  }
  if(p.melds.empty()){
    { int c[34]; int sum=0; vector<int> odd; for(int t=0;t<34;t++){c[t]=p.have[t]-p.have[t]%2; sum+=c[t]; if(p.have[t]%2&&un[t])odd.push_back(t);} int lack=7-sum/2;
      if(lack>=0&&lack<=most&&lack<=(int)odd.size()){ int n=odd.size(); for(int m=0;m<(1<<n);m++)if(__builtin_popcount(m)==lack){int c2[34]; memcpy(c2,c,sizeof c); for(int k=0;k<n;k++)if(m>>k&1)c2[odd[k]]+=2; add(c2,24,2,lack);} } }
    { int orph[13]={0,8,9,17,18,26,27,28,29,30,31,32,33}; int b=0; for(int t:orph)b+=lackf(p,un,t,1); for(int q:orph){int d=b-lackf(p,un,q,1)+lackf(p,un,q,2); if(d<=most){int c[34]={0}; for(int t:orph)c[t]=1; c[q]=2; add(c,88,2,d);} } }
    for(int a=0;a<6;a++){ int tl[16]; for(int k=0;k<9;k++)tl[k]=KN[a][k]; for(int k=0;k<7;k++)tl[9+k]=27+k; vector<int> miss; int c[34]={0}; for(int t:tl){if(p.have[t])c[t]=1; else miss.push_back(t);} int m=miss.size(); if(m<2||m>most+2)continue;
      for(int i=0;i<m;i++)for(int j=i+1;j<m;j++){ int c2[34]; memcpy(c2,c,sizeof c); bool ok=true; for(int k=0;k<m;k++)if(k!=i&&k!=j){ if(!un[miss[k]])ok=false; c2[miss[k]]=1;} if(ok){ add(c2,12,2,m-2);} } }
  }
  if(p.melds.size()<=1){
    for(int a=0;a<6;a++){ int left=most; int b[34]={0}; for(int k=0;k<9;k++){left-=lackf(p,un,KN[a][k],1); b[KN[a][k]]=1;} if(left<0)continue;
      auto withset=[&](int*c){ for(int q=0;q<34;q++){ c[q]+=2; if(c[q]<=4){int d=0; for(int t=0;t<34&&d<=most;t++)if(c[t])d+=lackf(p,un,t,c[t]); if(d<=most)add(c,12,1,d);} c[q]-=2; } };
      if(p.melds.size()==1){ auto&m=p.melds[0]; int c[34]; memcpy(c,b,sizeof b); if(m.kind==CHI)for(int k=-1;k<2;k++)c[m.tile+k]++; else c[m.tile]+=3; bool ok=true; for(int t=0;t<34;t++)ok&=c[t]<=4; if(ok)withset(c);}
      else { for(int t=0;t<34;t++){int c[34]; memcpy(c,b,sizeof b); c[t]+=3; if(c[t]>4)continue; if(lackf(p,un,t,c[t])-lackf(p,un,t,b[t])<=left)withset(c);}
        for(int t=0;t<27;t++)if(t%9>0&&t%9<8){int c[34]; memcpy(c,b,sizeof b); int l=0; for(int k=-1;k<2;k++){c[t+k]++; l+=lackf(p,un,t+k,c[t+k])-lackf(p,un,t+k,b[t+k]);} if(l<=left)withset(c);} }
    }
  }
}
struct Params{ map<string,double> v; double g(const char*k,double d)const{auto it=v.find(k); return it==v.end()?d:it->second;} 
  void parse(const char*s){string t(s); size_t i=0; while(i<t.size()){size_t j=t.find(',',i); if(j==string::npos)j=t.size(); string e=t.substr(i,j-i); size_t q=e.find('='); if(q!=string::npos)v[e.substr(0,q)]=atof(e.substr(q+1).c_str()); i=j+1;}} };
