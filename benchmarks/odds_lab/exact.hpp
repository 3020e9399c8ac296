#pragma once
#include "fast.hpp"
// progressive DP on (drawn D, discarded R) restricted to the near shapes
struct Exact:Valuer{
  int K; double h0,hs,hm,lam,rho,p7,p6,fs; int slack; double budget; uint64_t RD[34],RR[34]; double pt; double rs;
  long nst=0,ned=0,nv=0,cut=0; double tt[4]={0};
  Exact(Params q){P=q; lam=q.g("lam",.5);K=q.g("K",1);h0=q.g("h0",0);hs=q.g("hs",0);hm=q.g("hm",2);rho=q.g("rho",.7);p7=q.g("p7",.4);p6=q.g("p6",.1);fs=q.g("fs",1);slack=q.g("slack",1);budget=q.g("budget",40000);pt=q.g("pt",1);rs=q.g("rs",1); mt19937_64 r(9); for(auto&x:RD)x=r(); for(auto&x:RR)x=r();}
  struct A{Cnt D; int k; int head; int ne;}; struct B{int head; int term; float wo[4];}; struct Ed{int x,dst,next;};
  void value(const Ctx&c,const Pos&ps,bool pass,double*out)override{
    static thread_local vector<Shape> S; near(ps,c.un,c.seat,c.quan,slack,6,S);
    for(int y=0;y<34;y++)out[y]=ps.hand[y]?0:-1e18; if(pass)out[0]=0; if(S.empty())return;
    double U=c.U; 
    // order by odds
    static thread_local vector<pair<float,int>> ord; ord.clear();
    for(size_t i=0;i<S.size();i++){ double o=1; for(int t=0;t<34;t++){int l=S[i].c[t]-ps.have[t]; for(int q=0;q<l;q++)o*=max(c.un[t]-q,0)*((S[i].c[t]>=3)?2.:1.)/U*5;} double f=S[i].fan; o*=(f>=8?1:f>=7?.6:.4); ord.push_back({(float)-o,(int)i}); }
    sort(ord.begin(),ord.end());
    static thread_local vector<A> as; static thread_local vector<B> bs; static thread_local vector<Ed> ea,eb; as.clear();bs.clear();ea.clear();eb.clear();
    static thread_local Flat ha,hb; ha.init(200000);hb.init(200000);
    Cnt zero; zero.fill(0); double work=0; int maxk=0; static const double cost[8]={0,1,4,15,56,210,792,3003};
    vector<int> ml,jl,di,ri; vector<uint64_t> dk,rk; vector<char> dok,rok;
    int d0=pass?0:1;
    for(auto&o:ord){ Shape&s=S[o.second]; int m=s.d; if(m==0||m>7)continue; if(work>budget){cut++;break;} work+=cost[m];
      ml.clear();jl.clear(); for(int t=0;t<34;t++){int l=s.c[t]-ps.have[t]; for(int q=0;q<l;q++)ml.push_back(t); for(int q=0;q<-l;q++)jl.push_back(t);} int nj=jl.size(); 
      auto prep=[&](vector<int>&l,uint64_t*R,vector<uint64_t>&k,vector<char>&ok){int w=l.size(); k.assign(1<<w,0); ok.assign(1<<w,1); for(int q=1;q<(1<<w);q++){int lo=__builtin_ctz(q); k[q]=k[q&(q-1)]+R[l[lo]]; for(int b=1;b<w;b++)if((q>>b&1)&&l[b]==l[b-1]&&!(q>>(b-1)&1)){ok[q]=0;break;}}};
      prep(ml,RD,dk,dok); prep(jl,RR,rk,rok); maxk=max(maxk,m);
      float w[4]; double f=s.fan; auto WD=[&](double f){return 32+fs*f;}; auto WS=[&](double f){return 32+3*fs*f;}; if(s.kind==2){w[0]=0;w[1]=0;w[2]=WD(f);w[3]=WS(f+1);} else {w[0]=f>=8?WD(f):f==7?p7*WD(8):p6*WD(8); w[1]=f+1>=8?WS(f+1):p7*WS(8); w[2]=WD(f+2); w[3]=WS(f+4);}
      auto getB=[&](int md,int mr){ bool nw; int*p=hb.find(dk[md]+rk[mr],nw); if(nw){*p=bs.size(); bs.push_back({-1,0,{0,0,0,0}});} return *p; };
      for(int mr=0;mr<(1<<nj);mr++){ if(!rok[mr])continue; int nr=__builtin_popcount(mr); int k=nr-d0; if(k<0||k>=m)continue;
        for(int md=0;md<(1<<m);md++){ if(!dok[md]||__builtin_popcount(md)!=k)continue;
          bool nw; int*p=ha.find(dk[md]+rk[mr],nw); if(nw){ *p=as.size(); Cnt D=zero; for(int b=0;b<m;b++)if(md>>b&1)D[ml[b]]++; as.push_back({D,k,-1,0}); } int a=*p;
          if(k>0||0){ // edges from B(D,R-r) to A
            for(int b=0;b<nj;b++)if(mr>>b&1){ if(b+1<nj&&jl[b+1]==jl[b]&&(mr>>(b+1)&1))continue; int mb=mr&~(1<<b); if(!rok[mb])continue; int q=getB(md,mb); bool f=false; for(int e=bs[q].head;e>=0;e=eb[e].next)if(eb[e].dst==a){f=true;break;} if(!f){eb.push_back({jl[b],a,bs[q].head}); bs[q].head=eb.size()-1;} } }
          for(int b=0;b<m;b++)if(!(md>>b&1)){ int m2=md|1<<b; if(!dok[m2])continue; int q=getB(m2,mr); if(m2==(1<<m)-1){ B&z=bs[q]; z.term=1; for(int i=0;i<4;i++)z.wo[i]=max(z.wo[i],w[i]); } bool f=false; for(int e=as[a].head;e>=0;e=ea[e].next)if(ea[e].x==ml[b]){f=true;break;} if(!f){ea.push_back({ml[b],q,as[a].head}); as[a].head=ea.size()-1;as[a].ne++;} }
        } }
    }
    int n=as.size(); nst+=n; ned+=ea.size(); nv++; if(!n)return;
    static thread_local vector<int> od; od.resize(n); for(int i=0;i<n;i++)od[i]=i; stable_sort(od.begin(),od.end(),[&](int a,int b){return as[a].k>as[b].k;});
    static thread_local vector<float> fo,fc; fo.assign((size_t)n*K,0);fc.assign((size_t)n*K,0);
    bool conc=ps.concealed; double mean=h0>0?max(hm,h0-hs*c.turn):1/lam; float lk=K/mean;
    static thread_local vector<float> bo,bc; static thread_local vector<int> bph; bo.assign(bs.size()*K,-1); bc.assign(bs.size()*K,-1);
    struct EE{float own,cl; int b;}; vector<EE> es;
    for(int i:od){ A&s=as[i]; es.clear(); for(int e=s.head;e>=0;e=ea[e].next){int x=ea[e].x; float own=rs*max(c.un[x]-s.D[x],0)/U; if(own<=0)continue; int hold=ps.have[x]+s.D[x]; bool ch=false; if(x<27){int q=x%9; auto H=[&](int o){return q+o>=0&&q+o<9&&ps.have[x+o]+s.D[x+o]>0;}; ch=(H(-2)&&H(-1))||(H(-1)&&H(1))||(H(1)&&H(2));} es.push_back({own,(float)(hold>=2?3*rho:ch?rho:0)*own,ea[e].dst}); }
      float nxt[2]={0,0};
      for(int ph=K-1;ph>=0;ph--){ float base[2]={0,0};
        for(int mode=0;mode<(conc?2:1);mode++){ for(int it=0;it<2;it++){ float num=lk*nxt[mode],den=lk; float ba=base[mode];
          for(auto&e:es){ B&b=bs[e.b]; size_t bi=(size_t)e.b*K+ph; if(bo[bi]<0){ float vo=0,vc=0; for(int q=b.head;q>=0;q=eb[q].next){ vo=max(vo,fo[(size_t)eb[q].dst*K+ph]); vc=max(vc,fc[(size_t)eb[q].dst*K+ph]); } bo[bi]=vo;bc[bi]=vc; }
            float vd=mode?bc[bi]:bo[bi],vo=bo[bi],wd=b.term?b.wo[mode*2]:0,ws=b.term?b.wo[mode*2+1]:0; float v1=max(ws,vd); if(v1>ba){num+=e.own*v1;den+=e.own;} float vc=e.cl>0?vo:0; if(wd>ba&&wd>=vc){float r=3*rho*e.own; num+=r*wd;den+=r;} else if(vc>ba){num+=e.cl*vc;den+=e.cl;} }
          base[mode]=num/den; } }
        fo[(size_t)i*K+ph]=base[0]; fc[(size_t)i*K+ph]=base[1]; nxt[0]=base[0];nxt[1]=base[1]; } }
    auto&f=conc?fc:fo;
    for(int i=0;i<n;i++)if(as[i].k==0){ if(pass)out[0]=max(out[0],(double)f[(size_t)i*K]); }
    if(!pass){ for(int y=0;y<34;y++)if(ps.hand[y]){ bool nw; int*p=ha.find(RR[y],nw); if(!nw)out[y]=f[(size_t)*p*K]; } }
    else out[0]*=pt;
  }
};
