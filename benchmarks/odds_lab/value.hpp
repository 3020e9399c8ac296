#pragma once
#include "game.hpp"
struct Ctx{int seat,quan,walls; int turn; int un[34]; int U; const Game*g;};
struct Valuer{ Params P; virtual ~Valuer(){} 
  // pass: returns value of the 13-tile state in out[0]; else out[y]
  virtual void value(const Ctx&c,const Pos&p,bool pass,double*out)=0; };
struct PNorm:Valuer{
  double p,mult,third,horizon,part6,part7; int slack; double wa,wb;
  PNorm(Params q){P=q;p=q.g("p",4);mult=q.g("mult",1.5);third=q.g("third",3);horizon=q.g("hor",1);part6=q.g("p6",.2);part7=q.g("p7",.5);slack=q.g("slack",1);wa=q.g("wa",30);wb=q.g("wb",1.8);}
  void value(const Ctx&c,const Pos&ps,bool pass,double*out)override{
    static thread_local vector<Shape> S; near(ps,c.un,c.seat,c.quan,slack,6,S);
    for(int y=0;y<34;y++)out[y]=ps.hand[y]?0:-1e18; if(pass)out[0]=0;
    if(S.empty())return;
    int dm=99; for(auto&s:S)dm=min(dm,s.d);
    double turns=max(c.walls,1)*horizon; double tb[34][4][2]; for(int t=0;t<34;t++){ for(int third_=0;third_<2;third_++){ double acc=1; (void)acc; for(int l=1;l<4;l++){ double a=1; for(int k=1;k<=l;k++){ double m=(k==1||l==1)?(third_?third:mult):mult; double r=m*max(c.un[t]-(k-1),0)/c.U*turns; a*=1e-9+1-exp(-r);} tb[t][l][third_]=a; } tb[t][0][third_]=1; } }
    double acc[34]={0},ap=0;
    for(auto&s:S){ if(s.d>dm+slack)continue; double o=1; for(int t=0;t<34;t++){int l=s.c[t]-ps.have[t]; if(l>0)o*=tb[t][l][s.c[t]>=3];}
      double w=s.fan>=8?1:s.fan==7?(ps.concealed?1:part7):(ps.concealed?1:part6); o*=w*(wa+wb*max(s.fan,8)); double z=pow(o,p); ap+=z; if(!pass) for(int y=0;y<34;y++)if(ps.hand[y]&&s.c[y]<ps.have[y])acc[y]+=z; }
    if(pass){out[0]=pow(ap,1/p);return;}
    for(int y=0;y<34;y++)if(ps.hand[y])out[y]=pow(acc[y],1/p);
  }
};
struct OddsPolicy:Policy{ Valuer*v; double margin,kongm; OddsPolicy(Valuer*v):v(v){margin=v->P.g("margin",1.0);kongm=v->P.g("kong",1.0);}
  long n=0;
  Ctx ctx(const Game&g,int seat){Ctx c; c.seat=seat;c.quan=g.quan;c.walls=g.left[seat];c.turn=g.plays[seat];c.g=&g; g.unseen(seat,c.un); c.U=0; for(int i=0;i<34;i++)c.U+=c.un[i]; return c;}
  Act own(const Game&g,int seat)override{ n++;
    Ctx c=ctx(g,seat); Pos p; memcpy(p.hand,g.hand[seat],sizeof p.hand); p.melds=g.melds[seat]; p.fix(); double out[34]; v->value(c,p,false,out); int b=-1; for(int y=0;y<34;y++)if(p.hand[y]&&(b<0||out[y]>out[b]))b=y;
    Act a; a.k=Act::PLAY; a.tile=b; double bv=out[b];
    if(g.left[seat]>0&&!g.wall_last()){
      for(int t=0;t<34;t++)if(p.hand[t]==4){ Pos q=p; q.hand[t]=0; q.melds.push_back({GANG,t,0}); q.fix(); double o[34]; v->value(c,q,true,o); if(o[0]*kongm>=bv&&o[0]>0){bv=o[0];a.k=Act::GANG_;a.tile=t;} }
      for(auto&m:p.melds)if(m.kind==PENG&&p.hand[m.tile]){ Pos q=p; q.hand[m.tile]--; q.fix(); double o[34]; v->value(c,q,true,o); if(o[0]*kongm>=bv&&o[0]>0){bv=o[0];a.k=Act::BUGANG;a.tile=m.tile;} }
    }
    return a; }
  Act claim(const Game&g,int seat,int x,int from)override{ n++;
    Ctx c=ctx(g,seat); Pos p; memcpy(p.hand,g.hand[seat],sizeof p.hand); p.melds=g.melds[seat]; p.fix(); double o[34]; v->value(c,p,true,o); double pv=o[0]; Act best; double bv=-1; 
    auto tryc=[&](Act::K k,int chow){ Pos q=p; if(k==Act::CHI_){for(int d=-1;d<2;d++)if(chow+d!=x)q.hand[chow+d]--; q.melds.push_back({CHI,chow,x-chow+2});} else {q.hand[x]-=2; q.melds.push_back({PENG,x,(seat-from+4)%4});} q.fix(); double oo[34]; v->value(c,q,false,oo); int b=-1; for(int y=0;y<34;y++)if(q.hand[y]&&(b<0||oo[y]>oo[b]))b=y; if(oo[b]>bv){bv=oo[b];best.k=k;best.chow=chow;best.tile=b;} };
    if(p.hand[x]>=2)tryc(Act::PENG_,-1);
    if(x<27&&(from+1)%4==seat){int n=x%9; auto H=[&](int d){return n+d>=0&&n+d<9&&p.hand[x+d]>0;}; if(H(-2)&&H(-1))tryc(Act::CHI_,x-1); if(H(-1)&&H(1))tryc(Act::CHI_,x); if(H(1)&&H(2))tryc(Act::CHI_,x+1);}
    if(p.hand[x]==3&&g.left[seat]>0){ Pos q=p; q.hand[x]=0; q.melds.push_back({GANG,x,(seat-from+4)%4}); q.fix(); double oo[34]; v->value(c,q,true,oo); if(oo[0]*kongm>bv&&oo[0]*kongm*margin>pv){Act a; a.k=Act::GANG_; return a;} }
    if(best.k!=Act::PASS&&bv*margin>pv&&bv>0)return best; return Act(); }
};
