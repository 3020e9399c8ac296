#pragma once
#include "value.hpp"
#include "fast.hpp"
#include <ctime>
struct Lattice:Valuer{
  int K,its; double h0,hs,hm; double lam,rho,p7,p6,fs,cap; int slack; uint64_t R[34]; double tt[4]={0}; static double nw_(){return clock()/1e6;} long nst=0,ned=0,ngr=0,nv=0;
  Lattice(Params q){P=q; lam=q.g("lam",.5);K=q.g("K",1);its=q.g("its",2);h0=q.g("h0",0);hs=q.g("hs",0);hm=q.g("hm",2);rho=q.g("rho",.7);p7=q.g("p7",.4);p6=q.g("p6",.1);fs=q.g("fs",1);slack=q.g("slack",1);cap=q.g("cap",1500); mt19937_64 r(7); for(auto&x:R)x=r();}
  struct St{ uint64_t key; Cnt D; int pop; int ne; int head; int term; }; struct Ed{int x,dst,next;};
  void value(const Ctx&c,const Pos&ps,bool pass,double*out)override{
    double t0=nw_(); static thread_local vector<Shape> S; int m8=near(ps,c.un,c.seat,c.quan,slack,6,S); (void)m8;
    for(int y=0;y<34;y++)out[y]=ps.hand[y]?0:-1e18; if(pass)out[0]=0; if(S.empty())return;
    int ys[34],Y=0,yi[34]; if(pass){Y=1;} else for(int y=0;y<34;y++){yi[y]=-1; if(ps.hand[y]){yi[y]=Y; ys[Y++]=y;}}
    stable_sort(S.begin(),S.end(),[](const Shape&a,const Shape&b){return a.d<b.d;}); if((int)S.size()>cap)S.resize((size_t)cap);
    tt[0]+=nw_()-t0; t0=nw_();
    static thread_local Flat gi,si; gi.init(S.size()+16); si.init(40000); static thread_local vector<float> term; term.clear(); vector<Cnt> gm; vector<int> gd;
    for(auto&s:S){ if(s.d==0&&!pass)continue; uint64_t k=0; Cnt m; for(int t=0;t<34;t++){int l=max(0,(int)s.c[t]-ps.have[t]); m[t]=l; k+=l*R[t];} bool nw; int*gp=gi.find(k,nw); int g; if(nw){g=gm.size(); *gp=g; gm.push_back(m); gd.push_back(s.d); term.resize(term.size()+64,0);} else g=*gp;
      double f=s.fan; auto WD=[&](double f){return 32+fs*f;}; auto WS=[&](double f){return 32+3*fs*f;}; array<float,4> w;
      if(s.kind==2){w={0,0,(float)WD(f),(float)WS(f+1)};} else { w[0]=f>=8?WD(f):f==7?p7*WD(8):p6*WD(8); w[1]=f+1>=8?WS(f+1):p7*WS(8); w[2]=WD(f+2); w[3]=WS(f+4);} 
      for(int i=0;i<Y;i++){ if(!pass&&s.c[ys[i]]>=ps.have[ys[i]])continue; for(int q=0;q<4;q++){float&z=term[((size_t)g*4+q)*16+i]; z=max(z,w[q]);} } }
    tt[1]+=nw_()-t0; t0=nw_(); static thread_local vector<St> st; st.clear(); static thread_local vector<Ed> ed; ed.clear(); 
    auto get=[&](uint64_t k,const Cnt&D,int pop){bool nw; int*sp=si.find(k,nw); if(!nw)return *sp; int i=st.size(); *sp=i; st.push_back({k,D,pop,0,-1,-1}); return i;};
    Cnt zero; zero.fill(0); get(0,zero,0); int maxpop=0;
    vector<int> tl; vector<int> idx;
    for(size_t g=0;g<gm.size();g++){ tl.clear(); for(int t=0;t<34;t++)for(int k=0;k<gm[g][t];k++)tl.push_back(t); int w=tl.size(); maxpop=max(maxpop,w); idx.assign(1<<w,-1);
      static thread_local vector<uint64_t> kk; kk.resize(1<<w); kk[0]=0; idx[0]=0;
      for(int m=1;m<(1<<w);m++){ int low=__builtin_ctz(m); kk[m]=kk[m&(m-1)]+R[tl[low]]; bool ok=true; for(int b=1;b<w;b++)if((m>>b&1)&&tl[b]==tl[b-1]&&!(m>>(b-1)&1)){ok=false;break;} if(!ok)continue; bool nw; int*sp=si.find(kk[m],nw); int i; if(nw){ i=st.size(); *sp=i; Cnt D=zero; for(int b=0;b<w;b++)if(m>>b&1)D[tl[b]]++; st.push_back({kk[m],D,__builtin_popcount(m),0,-1,-1}); } else i=*sp; idx[m]=i;
        for(int b=0;b<w;b++)if(m>>b&1){ if(b+1<w&&tl[b+1]==tl[b]&&(m>>(b+1)&1))continue; int j=idx[m&~(1<<b)]; if(j<0)continue; bool f=false; for(int e=st[j].head;e>=0;e=ed[e].next)if(ed[e].x==tl[b]){f=true;break;} if(!f){ed.push_back({tl[b],i,st[j].head}); st[j].head=ed.size()-1; st[j].ne++;} } }
      st[idx[(1<<w)-1]].term=g; }
    tt[2]+=nw_()-t0; t0=nw_(); int n=st.size(); nst+=n; ned+=ed.size(); ngr+=gm.size(); nv++; static thread_local vector<float> fo,fc; fo.assign((size_t)n*16*K,0); fc.assign((size_t)n*16*K,0); vector<int> ord(n); for(int i=0;i<n;i++)ord[i]=i; stable_sort(ord.begin(),ord.end(),[&](int a,int b){return st[a].pop>st[b].pop;});
    bool conc=ps.concealed; double mean=h0>0?max(hm,h0-hs*c.turn):1/lam; float lk=K/mean;
    // terms padded
    for(int i:ord){ St&s=st[i]; if(!s.ne)continue; size_t E=0; static thread_local vector<pair<int,int>> se; se.clear(); for(int e=s.head;e>=0;e=ed[e].next){se.push_back({ed[e].x,ed[e].dst});E++;} 
      float base[2][16]; for(int m=0;m<2;m++)for(int y=0;y<16;y++)base[m][y]=0;
      static thread_local vector<float> own,cl; own.resize(E);cl.resize(E);
      for(size_t e=0;e<E;e++){ int x=se[e].first; own[e]=max(c.un[x]-s.D[x],0)/(float)c.U; int hold=ps.have[x]+s.D[x]; bool ch=false; if(x<27){int q=x%9; auto H=[&](int o){return q+o>=0&&q+o<9&&ps.have[x+o]+s.D[x+o]>0;}; ch=(H(-2)&&H(-1))||(H(-1)&&H(1))||(H(1)&&H(2));} cl[e]=(hold>=2?3*rho:ch?rho:0)*own[e]; }
      static const float Z[16]={0}; float nxt[2][16]; memset(nxt,0,sizeof nxt);
      for(int ph=K-1;ph>=0;ph--){ for(int m=0;m<2;m++)for(int y=0;y<16;y++)base[m][y]=0;
      for(int it=0;it<its;it++){ float num[2][16],den[2][16]; for(int m=0;m<2;m++)for(int y=0;y<16;y++){num[m][y]=lk*nxt[m][y];den[m][y]=lk;}
        for(size_t e=0;e<E;e++){ int d=se[e].second; const float*vo=&fo[((size_t)d*K+ph)*16]; int tm=st[d].term; float o=own[e],cc=cl[e],r3=3*rho*o;
          for(int mode=0;mode<(conc?2:1);mode++){ const float*vd=mode?&fc[((size_t)d*K+ph)*16]:vo; const float*wd=tm>=0?&term[((size_t)tm*4+mode*2)*16]:Z; const float*ws=tm>=0?&term[((size_t)tm*4+mode*2+1)*16]:Z; float*__restrict nu=num[mode];float*__restrict de=den[mode];const float*__restrict ba=base[mode]; float cz=cc>0?1:0;
            typedef float v8 __attribute__((vector_size(32))); typedef int i8 __attribute__((vector_size(32)));
            for(int y=0;y<16;y+=8){ v8 WS,VD,BA,VO,WD,NU,DE; memcpy(&WS,ws+y,32);memcpy(&VD,vd+y,32);memcpy(&BA,ba+y,32);memcpy(&VO,vo+y,32);memcpy(&WD,wd+y,32);memcpy(&NU,nu+y,32);memcpy(&DE,de+y,32); v8 O=o+(v8){0},R3=r3+(v8){0},CC=cc+(v8){0},Z8={0};
              v8 V1=WS>VD?WS:VD; v8 R1=V1>BA?O:Z8; v8 VC=VO*cz; i8 WN=(WD>BA)&(WD>=VC); v8 V2=WN?WD:VC; v8 R2=WN?R3:(VC>BA?CC:Z8); NU+=R1*V1+R2*V2; DE+=R1+R2; memcpy(nu+y,&NU,32);memcpy(de+y,&DE,32); } } }
        for(int m=0;m<2;m++)for(int y=0;y<16;y++)base[m][y]=num[m][y]/den[m][y]; }
      memcpy(nxt,base,sizeof base);
      memcpy(&fo[((size_t)i*K+ph)*16],base[0],64); if(conc)memcpy(&fc[((size_t)i*K+ph)*16],base[1],64); } }
    tt[3]+=nw_()-t0; auto&f=conc?fc:fo; if(pass)out[0]=f[0]; else for(int i=0;i<Y;i++)out[ys[i]]=f[i];
  }
};
