#pragma once
#include "eng.hpp"
struct ExactV{
  struct A{int8_t D[34]; int k; int head; int ne;}; struct B{int head; int term; float wo[4];}; struct Ed{int x,dst,next;};
  uint64_t RD[34],RR[34]; ExactV(){mt19937_64 r(9); for(auto&x:RD)x=r(); for(auto&x:RR)x=r();}
  Engine::HT ha,hb; vector<A> as; vector<B> bs; vector<Ed> ea,eb; double budget=40000; long nv=0,nst=0;
  void value(Engine&E,const Pos&ps,const int*un,int seat,int quan,const Val&V,bool disc,double*out){
    bool pass=!disc; static thread_local vector<S14> S; E.nr(ps,un,seat,quan,V.slack,V.cap,V.chickens,S);
    for(int y=0;y<34;y++)out[y]=ps.hand[y]?0:-1e18; if(pass)out[0]=0; if(S.empty())return; nv++;
    double U=0; for(int i=0;i<34;i++)U+=un[i]; double lam=V.lam; float cl[34]; for(int t=0;t<34;t++)cl[t]=V.claimed*DISC[rank_kind(t)][max(0,min(4,un[t]))];
    static thread_local vector<pair<float,int>> ord; ord.clear();
    for(size_t i=0;i<S.size();i++){ double o=1; for(int t=0;t<34;t++){int l=S[i].c[t]-ps.have[t]; for(int q=0;q<l;q++)o*=max(un[t]-q,0)*((S[i].c[t]>=3)?2.:1.)/U*5;} double f=S[i].fan; o*=(f>=8?1:f>=7?.6:.4); ord.push_back({(float)-o,(int)i}); }
    sort(ord.begin(),ord.end()); as.clear();bs.clear();ea.clear();eb.clear(); ha.init(60000);hb.init(60000);
    double work=0; static const double cost[9]={0,1,4,15,56,210,792,3003,10000};
    vector<int> ml,jl; vector<uint64_t> dk,rk; vector<char> dok,rok; int d0=pass?0:1; int fixed[34]; for(int i=0;i<34;i++)fixed[i]=ps.have[i]-ps.hand[i];
    auto part=[&](int f)->float{return f>=8?1.f:f==7?(float)V.p7:f==6?(float)V.p6:0.f;}; auto wd=[&](int f,int h){return part(f)*(32+(h?3:1)*max(f,8));};
    for(auto&o:ord){ S14&s=S[o.second]; int m=s.d; if(m==0||m>7)continue; if(work>budget)break; work+=cost[m];
      ml.clear();jl.clear(); for(int t=0;t<34;t++){int l=s.c[t]-ps.have[t]; for(int q=0;q<l;q++)ml.push_back(t); for(int q=0;q<-l;q++)jl.push_back(t);} int nj=jl.size(); 
      auto prep=[&](vector<int>&l,uint64_t*R,vector<uint64_t>&k,vector<char>&ok){int w=l.size(); k.assign(1<<w,0); ok.assign(1<<w,1); for(int q=1;q<(1<<w);q++){int lo=__builtin_ctz(q); k[q]=k[q&(q-1)]+R[l[lo]]; for(int b=1;b<w;b++)if((q>>b&1)&&l[b]==l[b-1]&&!(q>>(b-1)&1)){ok[q]=0;break;}}};
      prep(ml,RD,dk,dok); prep(jl,RR,rk,rok);
      bool chicken=s.fan==0; int fan[2][2]={{s.fan,s.fan+1},{s.fan+2,s.fan+4}}; if(chicken){fan[0][0]=7;fan[0][1]=fan[1][0]=fan[1][1]=0;} if(ps.concealed&&!s.melds){fan[0][0]=fan[0][1]=0;fan[1][0]=s.fan;fan[1][1]=s.fan+1;}
      auto getB=[&](int md,int mr){ bool nw; int*p=hb.find(dk[md]+rk[mr]+1,nw); if(nw){*p=bs.size(); bs.push_back({-1,0,{0,0,0,0}});} return *p; };
      for(int mr=0;mr<(1<<nj);mr++){ if(!rok[mr])continue; int nr=__builtin_popcount(mr); int k=nr-d0; if(k<0||k>=m)continue;
        for(int md=0;md<(1<<m);md++){ if(!dok[md]||__builtin_popcount(md)!=k)continue;
          bool nw; int*p=ha.find(dk[md]+rk[mr]+1,nw); if(nw){ *p=as.size(); A a; memset(a.D,0,34); for(int b=0;b<m;b++)if(md>>b&1)a.D[ml[b]]++; a.k=k;a.head=-1;a.ne=0; as.push_back(a);} int a=*p;
          if(k>0){ for(int b=0;b<nj;b++)if(mr>>b&1){ if(b+1<nj&&jl[b+1]==jl[b]&&(mr>>(b+1)&1))continue; int mb=mr&~(1<<b); if(!rok[mb])continue; int q=getB(md,mb); bool f=false; for(int e=bs[q].head;e>=0;e=eb[e].next)if(eb[e].dst==a){f=true;break;} if(!f){eb.push_back({jl[b],a,bs[q].head}); bs[q].head=eb.size()-1;} } }
          for(int b=0;b<m;b++)if(!(md>>b&1)){ int m2=md|1<<b; if(!dok[m2])continue; int q=getB(m2,mr); if(m2==(1<<m)-1){ B&z=bs[q]; z.term=1; float w[4]; int fn[2][2]; memcpy(fn,fan,sizeof fn); if(s.d<=V.exact){ int hand[34]; for(int t=0;t<34;t++)hand[t]=s.c[t]-fixed[t]; int t=ml[b]; hand[t]--; Fans F=E.fc.get(hand,ps.melds,t,seat,quan); int x=ps.concealed?1:0; fn[x][0]=F.on;fn[x][1]=F.self; if(x){ fn[0][0]=s.melds?fan[0][0]+F.wait:0; fn[0][1]=s.melds?fan[0][1]+F.wait:0; if(chicken){fn[0][0]=F.wait==0?8:0; fn[0][1]=0;} } }
              for(int i=0;i<4;i++)w[i]=wd(fn[i/2][i%2],i%2); for(int i=0;i<4;i++)z.wo[i]=max(z.wo[i],w[i]); } bool f=false; for(int e=as[a].head;e>=0;e=ea[e].next)if(ea[e].x==ml[b]){f=true;break;} if(!f){ea.push_back({ml[b],q,as[a].head}); as[a].head=ea.size()-1;as[a].ne++;} }
        } } }
    int n=as.size(); nst+=n; if(!n)return; static thread_local vector<int> od; od.resize(n); for(int i=0;i<n;i++)od[i]=i; stable_sort(od.begin(),od.end(),[&](int a,int b){return as[a].k>as[b].k;});
    static thread_local vector<float> fo,fc,bo,bc; fo.assign(n,0);fc.assign(n,0); bool conc=ps.concealed; bo.assign(bs.size(),-1); bc.assign(bs.size(),-1);
    struct EE{float own,all,cl; int b;}; vector<EE> es;
    for(int i:od){ A&s=as[i]; es.clear(); for(int e=s.head;e>=0;e=ea[e].next){int x=ea[e].x; float own=max(un[x]-s.D[x],0)/U; if(own<=0)continue; float each=cl[x]*own; int hold=ps.have[x]+s.D[x]; bool ch=false; if(x<27){int q=x%9; auto H=[&](int o){return q+o>=0&&q+o<9&&ps.have[x+o]+s.D[x+o]>0;}; ch=(H(-2)&&H(-1))||(H(-1)&&H(1))||(H(1)&&H(2));} es.push_back({own,3*each,hold>=2?3*each:ch?each:0,ea[e].dst}); }
      for(int mode=0;mode<(conc?2:1);mode++){ float base=0; for(int it=0;it<2;it++){ float num=0,den=lam; float ba=base;
          for(auto&e:es){ B&b=bs[e.b]; if(bo[e.b]<0){ float vo=0,vc=0; for(int q=b.head;q>=0;q=eb[q].next){ vo=max(vo,fo[eb[q].dst]); vc=max(vc,fc[eb[q].dst]); } bo[e.b]=vo;bc[e.b]=vc; }
            float vd=mode?bc[e.b]:bo[e.b],vo=bo[e.b],w0=b.term?b.wo[mode*2]:0,w1=b.term?b.wo[mode*2+1]:0; float v1=max(w1,vd); if(v1>ba){num+=e.own*v1;den+=e.own;} float vc=e.cl>0?vo:0; if(w0>ba&&w0>=vc){num+=e.all*w0;den+=e.all;} else if(vc>ba){num+=e.cl*vc;den+=e.cl;} }
          base=num/den; } (mode?fc:fo)[i]=base; } }
    auto&f=conc?fc:fo; for(int i=0;i<n;i++)if(as[i].k==0&&pass)out[0]=max(out[0],(double)f[i]);
    if(!pass)for(int y=0;y<34;y++)if(ps.hand[y]){ bool nw; int*p=ha.find(RR[y]+1,nw); if(!nw)out[y]=f[*p]; }
  }
};
