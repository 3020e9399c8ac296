#pragma once
#include "game.hpp"
#include <unordered_map>
#include <memory>
#include <list>
#include <immintrin.h>
static inline uint64_t mix64(uint64_t x){x^=x>>33;x*=0xff51afd7ed558ccdULL;x^=x>>33;x*=0xc4ceb9fe1a85ec53ULL;x^=x>>33;return x;}
struct S14{ uint8_t c[34]; int16_t fan; uint8_t melds; uint8_t d; };
template<class K,class V> struct Lru{ size_t cap; list<pair<K,V>> l; unordered_map<K,typename list<pair<K,V>>::iterator> m; Lru(size_t c):cap(c){} 
  V*find(const K&k){auto it=m.find(k); if(it==m.end())return nullptr; l.splice(l.begin(),l,it->second); return &l.front().second;}
  V*add(const K&k){ if(l.size()>=cap){ m.erase(l.back().first); l.splice(l.begin(),l,prev(l.end())); l.front().first=k; } else l.emplace_front(k,V()); m[k]=l.begin(); return &l.front().second; } };
static uint64_t RH[34];
struct Dist{ vector<uint8_t> d; };
struct Front{ vector<uint8_t> d; };
struct Back{ vector<uint8_t> d; int mb[16]; };
struct Nearest{
  Lru<uint64_t,Dist> parts{256}; Lru<uint64_t,Front> fronts{64}; Lru<uint64_t,Back> backs{64};
  vector<vector<uint8_t>> tr[2]; vector<array<int,3>> frun,brun; vector<uint8_t> fclp; vector<vector<int>> bidx;
  void init(){ if(!frun.empty())return; for(int k=0;k<2;k++){int n=k?TB.H:TB.P,w=k?7:9; const uint8_t*c=k?TB.hc.data():TB.sc.data(); tr[k].resize(w); for(int t=0;t<w;t++){tr[k][t].assign(n+64,0); for(int i=0;i<n;i++)tr[k][t][i]=c[i*w+t];}} 
    for(int i=0;i<TB.NF;){int j=i; while(j<TB.NF&&TB.f0[j]==TB.f0[i])j++; frun.push_back({i,j,TB.f0[i]}); i=j;} for(int i=0;i<TB.NB;){int j=i; while(j<TB.NB&&TB.b0[j]==TB.b0[i])j++; brun.push_back({i,j,TB.b0[i]}); i=j;} fclp.assign(TB.NF+64,15); for(int i=0;i<TB.NF;i++)fclp[i]=TB.fcl[i]; fprintf(stderr,"runs %zu %zu\n",frun.size(),brun.size()); }
  uint64_t key(const Pos&p,const int*un,int s,Dist**out){
    int w=s==3?7:9; uint64_t k=s+1; for(int t=0;t<w;t++){int h=p.have[9*s+t]; int a=min(un[9*s+t],max(0,4-h)); k=mix64(k*31+h*5+a);} 
    int ch[7]={0},pm=0; bool any=false; for(auto&m:p.melds)if(m.tile/9==s){any=true; if(m.kind==CHI)ch[m.tile%9-1]++; else pm|=1<<(21+m.tile%9);} if(any){for(int q=0;q<7;q++)k=mix64(k*31+ch[q]); k=mix64(k*31+pm);} 
    Dist*f=parts.find(k); if(!f){ f=parts.add(k); int n=s==3?TB.H:TB.P; const uint8_t*c=s==3?TB.hc.data():TB.sc.data(); auto&code=s==3?TB.hcode:TB.scode; uint8_t lut[9][5]; for(int t=0;t<w;t++)for(int q=0;q<5;q++){int l=max(q-p.have[9*s+t],0); lut[t][q]=l<=un[9*s+t]?l:20;}
      f->d.resize(n+64); (void)c; __m512i lu[9]; for(int t=0;t<w;t++){uint8_t z[16]={0}; memcpy(z,lut[t],5); lu[t]=_mm512_broadcast_i32x4(_mm_loadu_si128((__m128i*)z));}
      auto&T=tr[s==3]; for(int i=0;i<n;i+=64){ __m512i x=_mm512_setzero_si512(); for(int t=0;t<w;t++)x=_mm512_add_epi8(x,_mm512_shuffle_epi8(lu[t],_mm512_loadu_si512(&T[t][i]))); x=_mm512_min_epu8(x,_mm512_set1_epi8(FAR)); _mm512_storeu_si512(&f->d[i],x);} 
      if(any)for(int i=0;i<n;i++){ bool bad=(code[i]&pm)!=pm; for(int q=0;q<7;q++)if(ch[q]&&((code[i]>>(3*q))&7)<ch[q])bad=true; if(bad)f->d[i]=FAR; } }
    *out=f; return k; }
  // shapes near; sorted by distance
  void operator()(const Pos&p,const int*un,int seat,int quan,int slack,int cap,int chickens,vector<S14>&out){
    init(); Dist*d[4]; uint64_t k[4]; for(int s=0;s<4;s++)k[s]=key(p,un,s,&d[s]);
    uint64_t kf=mix64(k[0]*3+k[1]),kb=mix64(k[2]*3+k[3]);
    Front*fr=fronts.find(kf); if(!fr){fr=fronts.add(kf); fr->d.resize(TB.NF+64); const uint8_t*a=d[0]->d.data(),*b=d[1]->d.data(); for(auto&r:frun){int x=a[r[2]]; if(x>9){memset(&fr->d[r[0]],40,r[1]-r[0]);continue;} const uint16_t*f1=TB.f1.data(); for(int i=r[0];i<r[1];i++)fr->d[i]=x+b[f1[i]];} }
    Back*bk=backs.find(kb); if(!bk){bk=backs.add(kb); bk->d.resize(TB.NB); for(int q=0;q<16;q++)bk->mb[q]=80; const uint8_t*a=d[2]->d.data(),*b=d[3]->d.data(); for(auto&r:brun){int y=a[r[2]]; if(y>9){memset(&bk->d[r[0]],40,r[1]-r[0]);continue;} for(int i=r[0];i<r[1];i++){int x=y+b[TB.b1[i]]; bk->d[i]=x; if(x<bk->mb[TB.bcl[i]])bk->mb[TB.bcl[i]]=x;}}}
    static thread_local vector<uint8_t> bound; bound.resize(TB.NF+64); uint8_t mbl[16]; for(int q=0;q<16;q++)mbl[q]=bk->mb[q]; int mn=255; { __m512i lu=_mm512_broadcast_i32x4(_mm_loadu_si128((__m128i*)mbl)),mi=_mm512_set1_epi8(-1); for(int i=TB.NF;i<TB.NF+64;i++)fr->d[i]=200; for(int i=0;i<TB.NF;i+=64){ __m512i x=_mm512_add_epi8(_mm512_loadu_si512(&fr->d[i]),_mm512_shuffle_epi8(lu,_mm512_loadu_si512(&fclp[i]))); mi=_mm512_min_epu8(mi,x); _mm512_storeu_si512(&bound[i],x);} uint8_t z[64]; _mm512_storeu_si512(z,mi); for(int i=0;i<64;i++)mn=min<int>(mn,z[i]); for(int i=TB.NF;i<TB.NF+64;i++)bound[i]=255; }
    int lf[512]; for(int h=0;h<TB.H;h++){bool s=TB.hc[h*7+seat]>=3,q=TB.hc[h*7+quan]>=3; lf[h]=s+q+((seat==quan)&&s);}
    struct Hit{int s,f; int16_t d,fan;}; static thread_local vector<Hit> hit,chk; hit.clear();chk.clear(); int m8=19-slack; int mc=19;
    for(int L=mn;L<20&&L<=m8+slack;L++){
      const uint8_t*b=bound.data(); int n=TB.NF; for(int i=0;i<n;i+=64){ uint64_t mk=_mm512_cmpeq_epi8_mask(_mm512_loadu_si512(b+i),_mm512_set1_epi8(L)); for(;mk;mk&=mk-1){ int f=i+__builtin_ctzll(mk); int fd=fr->d[f]; for(int s=TB.starts[f];s<TB.starts[f+1];s++){ int bb=TB.backof[s]; int dd=fd+bk->d[bb]; if(dd>m8+slack)continue; int fan=TB.fan[s]+lf[TB.b1[bb]]; if(fan==0){ if(chickens&&dd<=mc+slack){mc=min(mc,dd); chk.push_back({s,f,(int16_t)dd,0});} continue;} if(fan<6)continue; if(fan>=8&&dd<m8)m8=dd; hit.push_back({s,f,(int16_t)dd,(int16_t)fan}); } } } }
    static thread_local vector<Shape> fm; fm.clear(); forms(p,un,min(m8+slack,6),seat,quan,fm); for(auto&s:fm)if(s.fan>=8)m8=min(m8,s.d);
    int cnt[24]={0}; auto prune=[&](vector<Hit>&h,int lim,size_t most){ size_t n=0; static thread_local vector<Hit> o; o.clear(); for(int D=0;D<=lim&&n<most;D++)for(auto&x:h)if(x.d==D){o.push_back(x); if(++n>=most)break;} h.swap(o); }; (void)cnt;
    prune(hit,m8+slack,cap); if(chickens)prune(chk,min(m8+slack,mc+slack),chickens);
    static thread_local vector<S14> all; all.clear();
    auto put=[&](const Hit&h){ S14 s; int f=h.f,b=TB.backof[h.s]; memcpy(s.c,&TB.sc[TB.f0[f]*9],9);memcpy(s.c+9,&TB.sc[TB.f1[f]*9],9);memcpy(s.c+18,&TB.sc[TB.b0[b]*9],9);memcpy(s.c+27,&TB.hc[TB.b1[b]*7],7); s.fan=h.fan;s.melds=1;s.d=h.d; all.push_back(s);};
    for(auto&h:hit)put(h); for(auto&h:chk)put(h); for(auto&q:fm)if(q.d<=m8+slack){S14 s; memcpy(s.c,&q.c[0],34); s.fan=q.fan; s.melds=q.kind!=2; s.d=q.d; all.push_back(s);}
    out.clear(); for(int D=0;D<=m8+slack&&(int)out.size()<cap;D++)for(auto&s:all)if(s.d==D){out.push_back(s); if((int)out.size()>=cap)break;}
  }
};
static const float DISC[4][5]={{1.0,1.65,1.40,1.15,0.85},{1.0,1.40,1.25,1.05,0.75},{1.0,1.10,1.05,0.85,0.65},{1.0,1.85,1.55,1.45,1.00}};
static int rank_kind(int t){ if(t>=27)return 3; int r=t%9; return (r==0||r==8)?0:(r==1||r==7)?1:2; }
struct Fans{int16_t on,self,wait;};
struct FanCache{ unordered_map<uint64_t,Fans> m; 
  Fans get(const int*hand,const vector<Meld>&melds,int tile,int seat,int quan){ uint64_t k=seat*4+quan+1; for(int i=0;i<34;i++)if(hand[i])k=mix64(k+RH[i]*hand[i]); for(auto&x:melds)k=mix64(k*131+x.kind*200+x.tile*5+x.offer%5); k=mix64(k*37+tile);
    auto it=m.find(k); if(it!=m.end())return it->second; if(m.size()>2000000)m.clear(); Fans r={0,0,0}; FanFlags f; f.seat=seat;f.quan=quan; mahjong::fan_table_t t={}; int on=fan_of(hand,melds,tile,f,&t); if(on>0){ int w=t[mahjong::EDGE_WAIT]+t[mahjong::CLOSED_WAIT]+t[mahjong::SINGLE_WAIT]; 
      f.self=true; mahjong::fan_table_t t2={}; int se=fan_of(hand,melds,tile,f,&t2); int w2=t2[mahjong::EDGE_WAIT]+t2[mahjong::CLOSED_WAIT]+t2[mahjong::SINGLE_WAIT];
      if(t[mahjong::KNITTED_STRAIGHT]&&w){ for(int a=0;a<6;a++){bool ok=true,in=false; for(int q=0;q<9;q++){int x=KN[a][q]; if(!hand[x]&&x!=tile)ok=false; if(x==tile)in=true;} if(ok){ if(in){on-=w;se-=w2;w=0;} break;} } }
      r.on=on;r.self=se;r.wait=w; }
    m[k]=r; return r; } };
struct Edge{int32_t par,child; int8_t tile;};
struct Worth{ float v[16],now[16],rate[16]; int dist[16]; int n; int tile[16]; };
struct Danger{ double d[34]; };
static void dangers(const Game&g,int me,const int*un,double*out){
  double safe[34]; for(int i=0;i<34;i++)safe[i]=1; 
  for(int s=0;s<4;s++)if(s!=me){ int turn=min((int)g.disc[s].size(),20); double o=-9.34+.689*turn-.0166*turn*turn+(.915-.0452*turn)*g.melds[s].size(); bool own[34]={0},lg[34]={0}; for(auto&d:g.disc[s])own[d.tile]=true; for(int q=0;q<4;q++)if(q!=s){int n=g.disc[q].size(); for(int i=max(0,n-4);i<n;i++)lg[g.disc[q][i].tile]=true;}
    static const double K[4]={-.892,-.537,0,-1.1};
    for(int t=0;t<34;t++){ double x=o+K[rank_kind(t)]; if(un[t]==2)x-=.43; else if(un[t]<2)x-=.80; if(own[t])x-=2.591; if(lg[t])x-=.667; if(t<27){int n=0; for(auto&d:g.disc[s])if(d.tile/9==t/9&&d.tile!=t&&abs(d.tile-t)<=2)n++; x-=.121*n;} safe[t]*=1-1/(1+exp(-x)); } }
  for(int t=0;t<34;t++)out[t]=1-safe[t]; }

static double g_base[4];
static bool midt(int t){return t>=0&&t<27&&t%9>=2&&t%9<=6;}
static void dangers2(const Game&g,int me,const int*un,double*out){
  double safe[34]; for(int i=0;i<34;i++)safe[i]=1;
  for(int s=0;s<4;s++)if(s!=me){ auto&D=g.disc[s]; int n=D.size(); double T=min(n,20)/10.; double nm=min<int>(g.melds[s].size(),3);
    int ml=0,hl=0,me4=0,hs=0; for(int k=0;k<3&&n-1-k>=0;k++){ml+=midt(D[n-1-k].tile);hl+=D[n-1-k].tile>=27;} for(int k=0;k<4&&k<n;k++)me4+=midt(D[k].tile); for(auto&d:D)hs+=d.tile>=27;
    double base=-9.6039+6.6035*T+-1.5726*T*T+0.8614*nm+-0.4318*nm*T+0.1907*ml+-0.1339*hl+0.0470*me4;
    g_base[s]=base;
    int age[34]; bool own[34]={0}; int first[34],late[34]; for(int t=0;t<34;t++){age[t]=99;first[t]=-1;} for(int k=0;k<n;k++){own[D[k].tile]=true; first[D[k].tile]=k;} for(int q=0;q<4;q++)if(q!=s){int m=g.disc[q].size(); for(int k=0;k<m;k++)age[g.disc[q][k].tile]=min(age[g.disc[q][k].tile],m-1-k);} (void)late;
    bool suit[3]={0},chow=false; for(auto&m:g.melds[s]){ if(m.kind==GANG&&m.offer==0)continue; if(m.tile<27)suit[m.tile/9]=true; if(m.kind==CHI)chow=true; } int ns=suit[0]+suit[1]+suit[2];
    double lhs=log((hs+.5)/(n+2.));
    for(int t=0;t<34;t++){ double x=base; int u=max(0,min(3,un[t])); bool hon=t>=27; int su=t/9,q=t%9;
      if(hon){ static const double H[4]={-3.1167,-2.3349,-1.5024,-1.2270}; x+=H[u]+(t>=31?0.4143:0)+-0.3744*lhs+0.2275*me4; } else { if(q==0||q==8)x+=-0.3308; if(q==1||q==7)x+=-0.1409; if(u<2)x+=-0.1335; }
      if(own[t])x+=-2.9054; int a=age[t]; if(a<=0)x+=-0.8677; if(a<=1)x+=-0.4251; if(a<=3)x+=-0.3849; if(a<=7)x+=-0.1751; if(a<99)x+=-0.3680;
      if(!hon)for(int o=-2;o<=2;o++)if(o&&q+o>=0&&q+o<9){int f=first[t+o]; if(f<0)continue; if(f>=5)x+=-0.0440; else x+=abs(o)==1?-0.5192:-0.3165;}
      if(nm>=2&&ns==1){ bool in=!hon&&suit[su]; if(nm<3)x+=hon?0.4052:in?0.3817:-0.1825; else x+=hon?1.1790:in?1.0652:-0.6520; }
      if(nm>=2&&!chow&&u>=2)x+=0.4571;
      if(!hon){ int n3=0; bool sh=false,st=false,sc=false; for(auto&m:g.melds[s])if(m.kind==CHI){ int c=m.tile%9,dd=q-c; if(m.tile/9!=su){ n3+=abs(dd)<=1; sh|=abs(dd)==2; } else sc|=abs(dd)<=1; if((c==1||c==4||c==7)&&q/3!=c/3)st=true; } x+=(n3>=1?0.5252:0)+(n3>=2?0.5043:0)+(sh?0.3932:0)+(st?0.1224:0)+(sc?-0.7049:0); }
      safe[t]*=1-1/(1+exp(-x)); } }
  for(int t=0;t<34;t++)out[t]=1-safe[t]; }
struct Val{ // valuation parameters
  double lam=2,claimed=1.2,p7=.4,p6=.1; int exact=2,kinds=1,slack=1,cap=1000,chickens=300,tp=0; int flat=0; double fw=1,ow=1,op=1,kx=1,od=1; int inf=0; double*R=nullptr,*Wl=nullptr; };
struct Engine{
  Nearest nr; FanCache fc; 
  struct HT{ vector<uint64_t> k; vector<int> v; vector<int> used; size_t mask; void init(size_t n){ size_t z=1; while(z<n*2)z<<=1; if(k.size()<z){k.assign(z,0);v.assign(z,-1);used.clear();} else {for(int i:used)k[i]=0; used.clear();} mask=k.size()-1; } 
    int*find(uint64_t key,bool&nw){ size_t i=key&mask; while(true){ if(k[i]==key){nw=false;return &v[i];} if(!k[i]){k[i]=key; used.push_back(i); nw=true; return &v[i];} i=(i+1)&mask; } } };
  HT gh; vector<HT> lv; 
  struct St{ uint64_t h; uint8_t t[12]; int group; int ebegin,eend; };
  vector<vector<St>> levels; vector<vector<Edge>> edges; vector<float> worth; vector<vector<float>> vals[2];
  long nst=0,ned=0,nv=0;
  // 13/14 tiles
  void race(const Pos&p,const int*un,int seat,int quan,const Val&V,bool disc,Worth&W){
    static thread_local vector<S14> S; nr(p,un,seat,quan,V.slack,V.cap,V.chickens,S); nv++;
    W.n=0; if(disc){for(int t=0;t<34;t++)if(p.hand[t])W.tile[W.n++]=t;} else W.n=1; for(int i=0;i<16;i++)W.v[i]=W.now[i]=W.rate[i]=0,W.dist[i]=14;
    int n=0; for(auto&s:S)if(!disc||s.d>0)S[n++]=s; S.resize(n); if(!n)return;
    int Y=W.n; int modes=p.concealed?2:1; 
    // groups
    gh.init(n); static thread_local vector<int> gof; gof.resize(n); static thread_local vector<int> gfirst; gfirst.clear(); static thread_local vector<uint64_t> ghash; ghash.clear();
    for(int i=0;i<n;i++){ uint64_t h=1; for(int t=0;t<34;t++){int l=S[i].c[t]-p.have[t]; if(l>0)h+=RH[t]*l;} bool nw; int*q=gh.find(h,nw); if(nw){*q=gfirst.size(); gfirst.push_back(i); ghash.push_back(h);} gof[i]=*q; }
    int G=gfirst.size(); 
    // rows: worth[row][mode][how][16]; row index for (group, tile) : small lists
    static thread_local vector<array<int8_t,8>> gt; static thread_local vector<array<int,8>> gr; gt.resize(G);gr.resize(G); static thread_local vector<int> gn; gn.assign(G,0);
    int rows=0; size_t RS=modes*2*16; worth.assign(RS,0); rows=1; // row 0 nothing
    auto row=[&](int g,int tile){ for(int q=0;q<gn[g];q++)if(gt[g][q]==tile)return gr[g][q]; int q=gn[g]++; gt[g][q]=tile; gr[g][q]=rows; worth.resize((size_t)(rows+1)*RS,0); return rows++; };
    auto part=[&](int f)->float{return f>=8?1.f:f==7?(float)V.p7:f==6?(float)V.p6:0.f;};
    int fixed[34]; for(int i=0;i<34;i++)fixed[i]=p.have[i]-p.hand[i];
    for(int i=0;i<n;i++){ S14&s=S[i]; bool chicken=s.fan==0; int fan[2][2]; fan[0][0]=s.fan;fan[0][1]=s.fan+1;fan[1][0]=s.fan+2;fan[1][1]=s.fan+4; if(chicken){fan[0][0]=7;fan[0][1]=fan[1][0]=fan[1][1]=0;} if(p.concealed&&!s.melds){fan[0][0]=fan[0][1]=0;fan[1][0]=s.fan;fan[1][1]=s.fan+1;}
      bool sp[16]; for(int y=0;y<Y;y++)sp[y]=disc?s.c[W.tile[y]]<p.have[W.tile[y]]:true;
      if(s.fan>=8)for(int y=0;y<Y;y++)if(sp[y])W.dist[y]=min<int>(W.dist[y],s.d);
      auto put=[&](int tile,int f[2][2]){ int r=-1; for(int m=0;m<modes;m++)for(int h=0;h<2;h++){ int ff=f[m][h]; float w=part(ff)*(V.flat?45:32+V.fw*(h?3:1)*max(ff,8)); if(w<=0)continue; if(r<0)r=row(gof[i],tile); float*z=&worth[r*RS+(m*2+h)*16]; for(int y=0;y<Y;y++)if(sp[y]&&z[y]<w)z[y]=w; } };
      if(s.d<=V.exact){ int hand[34]; for(int t=0;t<34;t++)hand[t]=s.c[t]-fixed[t]; for(int t=0;t<34;t++){ if(s.c[t]<=p.have[t])continue; hand[t]--; Fans F=fc.get(hand,p.melds,t,seat,quan); hand[t]++; int f[2][2]; int x=p.concealed?1:0; f[x][0]=F.on;f[x][1]=F.self; if(x){ f[0][0]=s.melds?fan[0][0]+F.wait:0; f[0][1]=s.melds?fan[0][1]+F.wait:0; if(chicken){f[0][0]=F.wait==0?8:0; f[0][1]=0;} } put(t,f);} }
      else put(34,fan); }
    // lattice
    int mx=0; for(int g=0;g<G;g++)mx=max<int>(mx,S[gfirst[g]].d); if((int)lv.size()<mx+1)lv.resize(mx+1); if((int)levels.size()<mx+2){levels.resize(mx+2);edges.resize(mx+2);vals[0].resize(mx+2);vals[1].resize(mx+2);}
    static thread_local vector<vector<int>> byd; byd.resize(mx+1); for(auto&b:byd)b.clear(); for(int g=0;g<G;g++)byd[S[gfirst[g]].d].push_back(g);
    for(int L=mx;L>=0;L--){ auto&cur=levels[L]; cur.clear(); size_t up=L<mx?levels[L+1].size():0; lv[L].init(byd[L].size()+up*(L+1)+16);
      for(int g:byd[L]){ bool nw; int*q=lv[L].find(ghash[g],nw); if(!nw)continue; *q=cur.size(); St s; s.h=ghash[g]; int k=0; for(int t=0;t<34;t++){int l=S[gfirst[g]].c[t]-p.have[t]; for(;l>0;l--)s.t[k++]=t;} s.group=g; s.ebegin=s.eend=0; cur.push_back(s);} 
      if(L<mx){ auto&ed=edges[L]; ed.clear(); auto&ab=levels[L+1]; for(size_t i=0;i<ab.size();i++){ for(int q=0;q<=L;q++){ if(q&&ab[i].t[q]==ab[i].t[q-1])continue; int t=ab[i].t[q]; uint64_t h=ab[i].h-RH[t]; bool nw; int*z=lv[L].find(h,nw); if(nw){ *z=cur.size(); St s; s.h=h; for(int a=0,b=0;a<=L;a++)if(a!=q)s.t[b++]=ab[i].t[a]; s.group=-1; s.ebegin=s.eend=0; cur.push_back(s);} ed.push_back({*z,(int)i,(int8_t)t}); cur[*z].eend++; } }
        // counting sort
        int o=0; for(auto&s:cur){int c=s.eend; s.ebegin=s.eend=o; o+=c;} static thread_local vector<Edge> tmp; tmp.resize(ed.size()); for(auto&e:ed)tmp[cur[e.par].eend++]=e; ed.swap(tmp); ned+=ed.size(); }
      nst+=cur.size(); }
    // nodes: complete but for one tile, by hand
    struct Node{ int next; uint32_t mask; int first; }; struct NT{ int z,row,next; };
    static thread_local vector<Node> nodes; static thread_local vector<NT> nts; static thread_local vector<vector<int>> head; static thread_local HT nh; nodes.clear();nts.clear();
    if(V.tp){ head.resize(mx+1); for(int L=0;L<mx;L++)head[L].assign(levels[L].size(),-1); nh.init(n*8); 
      for(int i=0;i<n;i++){ S14&s=S[i]; uint64_t hh=1; for(int t=0;t<34;t++)hh+=RH[t]*0x9E3779B97F4A7C15ULL*s.c[t]; int g=gof[i]; for(int z=0;z<34;z++)if(s.c[z]>p.have[z]){ int r=0; for(int q=0;q<gn[g];q++)if(gt[g][q]==z||gt[g][q]==34){r=gr[g][q];break;} if(!r)continue; uint64_t k=hh-RH[z]*0x9E3779B97F4A7C15ULL; bool nw; int*q=nh.find(k,nw); if(nw){ *q=nodes.size(); bool nw2; int*st=lv[s.d-1].find(ghash[g]-RH[z],nw2); uint32_t mk=0; for(int y=0;y<Y;y++){int t=disc?W.tile[y]:0; int c=s.c[t]-(t==z); if(!disc||c<p.have[t])mk|=1u<<y;} nodes.push_back({head[s.d-1][*st],mk,-1}); head[s.d-1][*st]=*q; } bool dup=false; for(int e=nodes[*q].first;e>=0;e=nts[e].next)if(nts[e].z==z)dup=true; if(!dup){nts.push_back({z,r,nodes[*q].first}); nodes[*q].first=nts.size()-1;} } } }
    // values
    float tot=0; for(int i=0;i<34;i++)tot+=un[i]; tot=max(tot,1.f); float wtot=0; for(int i=0;i<34;i++)wtot+=un[i]*(V.inf&1?V.Wl[i]:1.); wtot=max(wtot,1.f); float cl[34]; for(int t=0;t<34;t++)cl[t]=V.inf&2?V.claimed*pow(V.R[t],V.kx):V.claimed*(V.kinds?pow(DISC[rank_kind(t)][max(0,min(4,un[t]))],V.kx):1);
    for(int m=0;m<2;m++)vals[m][mx].assign(levels[mx].size()*16,0);
    static const float Z16[16]={0}; float lam=V.lam; uint8_t held[40+16]; 
    for(int L=mx-1;L>=0;L--){ auto&cur=levels[L]; auto&ed=edges[L]; for(int m=0;m<modes;m++)vals[m][L].assign(cur.size()*16,0);
      for(size_t i=0;i<cur.size();i++){ St&s=cur[i]; if(s.ebegin==s.eend)continue; int8_t got[34]; memset(got,0,34); for(int q=0;q<L;q++)got[s.t[q]]++; (void)held;
        float base[2][16]; 
        struct EE{float own,all,cl; const float*to[2]; const float*w; int x;}; static thread_local vector<EE> es; es.clear();
        for(int e=s.ebegin;e<s.eend;e++){ int x=ed[e].tile; float own=max(un[x]-got[x],0)/tot; float each=cl[x]*own; if(V.inf&1)own*=V.Wl[x]*tot/wtot; int h=p.have[x]+got[x]; bool ch=false; if(x<27){int q=x%9; auto H=[&](int o){return q+o>=0&&q+o<9&&p.have[x+o]+got[x+o]>0;}; ch=(H(-2)&&H(-1))||(H(-1)&&H(1))||(H(1)&&H(2));}
          int r=0; int g=levels[L+1][ed[e].child].group; if(g>=0)for(int q=0;q<gn[g];q++)if(gt[g][q]==x||gt[g][q]==34){r=gr[g][q];break;}
          EE z; z.own=own; z.all=V.ow*3*each; z.cl=h>=2?V.op*3*each:ch?each:0; z.to[0]=&vals[0][L+1][ed[e].child*16]; z.to[1]=modes>1?&vals[1][L+1][ed[e].child*16]:Z16; z.w=&worth[r*RS]; z.x=x; if(V.tp)z.w=&worth[0]; es.push_back(z); }
        for(int m=0;m<modes;m++){ float bestv[16]; for(int y=0;y<16;y++)bestv[y]=0; int nd=V.tp?head[L][i]:-1; do{ float msk[16]; for(int y=0;y<16;y++)msk[y]=1; if(nd>=0){ for(auto&z:es)z.w=&worth[0]; for(int e=nodes[nd].first;e>=0;e=nts[e].next)for(auto&z:es)if(z.x==nts[e].z)z.w=&worth[nts[e].row*RS]; for(int y=0;y<16;y++)msk[y]=nodes[nd].mask>>y&1; }
          for(int y=0;y<16;y++)base[m][y]=0;
          for(int it=0;it<2;it++){ float nu[16],de[16]; for(int y=0;y<16;y++){nu[y]=0;de[y]=lam;}
            for(auto&z:es){ const float*to=z.to[m],*t0=z.to[0],*wd_=z.w+(m*2)*16,*ws_=z.w+(m*2+1)*16; float cz=z.cl>0?1.f:0.f,own=z.own,all=z.all,c=z.cl; const float*ba=base[m];
              for(int y=0;y<16;y++){ float dr=max(to[y],ws_[y]*msk[y]); float op=t0[y]*cz; float wdy=wd_[y]*msk[y]; bool wn=wdy>=op; float cv=wn?wdy:op; float cr=wn?all:c; float r1=dr>ba[y]?own:0.f; float r2=cv>ba[y]?cr:0.f; nu[y]+=r1*dr+r2*cv; de[y]+=r1+r2; } }
            for(int y=0;y<16;y++)base[m][y]=nu[y]/de[y]; if(L==0&&it==1&&m==modes-1)for(int y=0;y<16;y++)W.rate[y]=de[y]-lam; }
          for(int y=0;y<16;y++)bestv[y]=max(bestv[y],base[m][y]); if(nd>=0)nd=nodes[nd].next; }while(nd>=0); for(int y=0;y<16;y++)base[m][y]=bestv[y];
          memcpy(&vals[m][L][i*16],base[m],64); }
        if(L==0){ int m=modes-1; for(int y=0;y<16;y++)W.now[y]=base[m][y]; for(auto&z:es)for(int y=0;y<16;y++){float dr=max(z.to[m][y],z.w[(m*2+1)*16+y]); W.now[y]+=max(dr-base[m][y],0.f)*z.own;} }
      } }
    if(!levels[0].empty())for(int y=0;y<16;y++)W.v[y]=vals[modes-1][0][y];
  }
};
static double win_chance(double worth,int turn){ double s=log(max(worth,1e-4)); turn=min(turn,20); return 1/(1+exp(-(.69+.333*s-.18*turn+.024*s*turn))); }
static double points(double c,double d){return (1-d)*53*c-d*13;}
