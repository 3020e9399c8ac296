#pragma once
#include "eng.hpp"
#include "ex.hpp"
#include "inf.hpp"
struct Cand{ Act a; double worth,val,dang,ch,rate=0; bool claim; int dist=0; double mult=1; };
struct PV:Val{ double margin=.6,def=.5,cc=0,cchow=0,ckong=0,po=.2,pl=.13,ko=.3,kr=1,c0=.7,c1=.1,c2=1.3,ck=3; double kap=0; int cv=0,dm=0; Params P; 
  PV(const char*s=""){P.parse(s); lam=P.g("lam",2);claimed=P.g("cl",1.2);p7=P.g("p7",.4);p6=P.g("p6",.1);exact=P.g("exact",2);kinds=P.g("kinds",1);slack=P.g("slack",1);cap=P.g("cap",1000);chickens=P.g("ck",300);tp=P.g("tp",0);fw=P.g("fw",1);inf=P.g("inf",0);ow=P.g("ow",1);op=P.g("op",1);kx=P.g("kx",1);margin=P.g("margin",.6);def=P.g("def",.5);cc=P.g("cc",0);po=P.g("po",.2);c0=P.g("c0",.7);c1=P.g("c1",.1);c2=P.g("c2",1.3);ck=P.g("kg",3);pl=P.g("pl",.13);ko=P.g("ko",.3);kr=P.g("kr",1);cv=P.g("cv",0);kap=P.g("kap",0);dm=P.g("dm",cv);cchow=P.g("chow",0);ckong=P.g("kong",0);} };
struct OddsPol:Policy{ PV V; Engine*E; vector<Cand> cs; OddsPol(const char*s,Engine*e):V(s),E(e){} virtual ~OddsPol(){}
  bool left=false;
  virtual double value(const Game&g,int seat,Cand&c,double m){ if(V.cv==3){ double mu=V.kap>0?pow(c.mult,V.kap):1; double l=log(max(c.worth,1e-5)),T=min((int)g.disc[seat].size(),20)/10.; double th=0; for(int s=0;s<4;s++)if(s!=seat)th+=exp(g_base[s]); th=log(th);
      double z=-3.55+.415*l+1.44*T+.355*T*l-.99*T*T-.449*th+V.kr*.398*c.rate; if(c.a.k==Act::PASS)z+=V.po+(left?V.pl:0); if(c.a.k==Act::GANG_&&c.claim)z-=V.ko; c.ch=1/(1+exp(-z)); return points(c.ch*mu,V.def*c.dang); }
    if(V.cv==2){ double l=max(log(max(c.worth,1e-9)),-9.),T=min((int)g.disc[seat].size(),20)/10.; double th=0; for(int s=0;s<4;s++)if(s!=seat)th+=exp(g_base[s]); th=log(th);
      double z=-2.804+.366*l+1.21*T+.383*T*l-1.157*T*T-.364*th; c.ch=1/(1+exp(-z)); double v=points(c.ch,V.def*c.dang); if(c.a.k==Act::PASS)v+=V.c0+V.c1*v+(left?V.c2:0); if(c.a.k==Act::GANG_&&c.claim)v-=V.ck; return v; }
    if(V.cv){ double l=log(max(c.worth,1e-9)),T=min((int)g.disc[seat].size(),20)/10.; double th=0; for(int s=0;s<4;s++)if(s!=seat)th+=exp(g_base[s]); th=log(th);
      auto L=[&](double l){return -3.104+.279*l+1.083*T+.356*T*l-1.042*T*T+.033*l*l+V.kr*.412*c.rate-.394*th-.035*th*l;}; double z=l>=-7?L(l):L(-7)+.15*(l+7); if(c.a.k==Act::PASS)z+=V.po+(left?V.pl:0); if(c.a.k==Act::GANG_&&c.claim)z-=V.ko; c.ch=1/(1+exp(-z)); return points(c.ch,V.def*c.dang); }
 int turn=g.disc[seat].size(); c.ch=win_chance(c.worth,turn); double v=points(win_chance(m*c.worth,turn),V.def*c.dang); if(c.claim)v-=V.cc+(c.a.k==Act::CHI_?V.cchow:c.a.k==Act::GANG_?V.ckong:0); return v; }
  virtual void list(const Game&g,int seat,int x,int from){ // x<0: own draw
    cs.clear(); int un[34]; g.unseen(seat,un); double dg[34]; double RR_[34],WW_[34]; if(V.inf){ double o[34]; dangers2(g,seat,un,o); double th=0; for(int s=0;s<4;s++)if(s!=seat)th+=exp(g_base[s]); infer(g,seat,un,log(th),RR_,WW_); V.R=RR_;V.Wl=WW_; }
    left=x>=0&&(from+1)%4==seat; if(V.dm)dangers2(g,seat,un,dg); else dangers(g,seat,un,dg); Pos p; memcpy(p.hand,g.hand[seat],sizeof p.hand); p.melds=g.melds[seat]; p.fix();
    static ExactV X; double mx=V.P.g("ex",0); X.budget=V.P.g("budget",40000);
    auto mixv=[&](double w,double e){return mx>=1?max(e,1e-9):pow(max(w,1e-9),1-mx)*pow(max(e,1e-9),mx);};
    Val VX=V; VX.lam=V.P.g("elam",V.lam); VX.cap=V.P.g("ecap",V.cap); double xo[34];
    Val VF=V; VF.flat=1; Worth WF;
    auto plays=[&](Pos&q,Act::K k,int chow,bool claim){ Worth W; E->race(q,un,seat,g.quan,V,true,W); if(mx>0)X.value(*E,q,un,seat,g.quan,VX,true,xo); if(V.kap>0)E->race(q,un,seat,g.quan,VF,true,WF); for(int i=0;i<W.n;i++){ Cand c; if(V.kap>0){c.mult=(W.v[i]+1e-9)/(WF.v[i]+1e-9); W.v[i]=WF.v[i]; W.rate[i]=WF.rate[i];} c.a.k=k;c.a.tile=W.tile[i];c.a.chow=chow;c.worth=mx>0?mixv(W.v[i],xo[W.tile[i]]):W.v[i];c.dang=dg[W.tile[i]];c.rate=W.rate[i];c.dist=W.dist[i];c.claim=claim; c.val=value(g,seat,c,claim?V.margin:1); cs.push_back(c);} };
    auto kong=[&](Pos&q,Act::K k,int tile,bool claim){ Worth W; E->race(q,un,seat,g.quan,V,false,W); if(mx>0){ X.value(*E,q,un,seat,g.quan,VX,false,xo); double a=W.now[0]/max(W.v[0],1e-9f); W.v[0]=mixv(W.v[0],xo[0]); W.now[0]=W.v[0]*a; } Cand c; c.a.k=k;c.a.tile=tile;if(V.kap>0){E->race(q,un,seat,g.quan,VF,false,WF); c.mult=(W.v[0]+1e-9)/(WF.v[0]+1e-9); W=WF;} c.worth=k==Act::PASS?W.v[0]:W.now[0];c.dang=0;c.rate=W.rate[0];c.dist=W.dist[0];c.claim=claim; c.val=value(g,seat,c,claim?V.margin:1); cs.push_back(c); };
    if(x<0){ 
      if(g.left[seat]>0&&!g.wall_last()){ for(int t=0;t<34;t++)if(p.hand[t]==4){Pos q=p; q.hand[t]=0;q.melds.push_back({GANG,t,0});q.fix();kong(q,Act::GANG_,t,false);} for(size_t i=0;i<p.melds.size();i++)if(p.melds[i].kind==PENG&&p.hand[p.melds[i].tile]){Pos q=p; q.hand[p.melds[i].tile]--; q.melds[i].kind=GANG; q.fix(); kong(q,Act::BUGANG,p.melds[i].tile,false);} }
      plays(p,Act::PLAY,-1,false); }
    else { kong(p,Act::PASS,-1,false); 
      auto tryc=[&](Act::K k,int chow){ Pos q=p; if(k==Act::CHI_){for(int d=-1;d<2;d++)if(chow+d!=x)q.hand[chow+d]--; q.melds.push_back({CHI,chow,x-chow+2});} else {q.hand[x]-=2; q.melds.push_back({PENG,x,(seat-from+4)%4});} q.fix(); plays(q,k,chow,true); };
      if(x<27&&(from+1)%4==seat){int n=x%9; auto H=[&](int d){return n+d>=0&&n+d<9&&p.hand[x+d]>0;}; if(H(-2)&&H(-1))tryc(Act::CHI_,x-1); if(H(-1)&&H(1))tryc(Act::CHI_,x); if(H(1)&&H(2))tryc(Act::CHI_,x+1);}
      if(p.hand[x]>=2)tryc(Act::PENG_,-1);
      if(p.hand[x]==3&&g.left[seat]>0){ Pos q=p; q.hand[x]=0; q.melds.push_back({GANG,x,(seat-from+4)%4}); q.fix(); kong(q,Act::GANG_,x,true);} } }
  Act best(){ int b=0; for(size_t i=1;i<cs.size();i++)if(cs[i].val>cs[b].val+1e-6)b=i; return cs[b].a; }
  Act own(const Game&g,int seat)override{ list(g,seat,-1,-1); return best(); }
  Act claim(const Game&g,int seat,int x,int from)override{ list(g,seat,x,from); return best(); }
};
struct Row{int dec,seat,off,from,ck,ct,cc; Game g;};
static vector<Row> read_dec(const char*fn){ vector<Row> rows; FILE*f=fopen(fn,"r"); auto rd=[&](int&x){return fscanf(f,"%d",&x)==1;};
 while(true){ Row r; if(!rd(r.dec))break; Game&g=r.g; memset(g.hand,0,sizeof g.hand); rd(r.seat);rd(g.quan); for(int s=0;s<4;s++)rd(g.left[s]); for(int i=0;i<34;i++)rd(g.hand[r.seat][i]); for(int i=0;i<34;i++)rd(g.shown[i]); 
  for(int s=0;s<4;s++){int n;rd(n);for(int k=0;k<n;k++){Meld m;rd(m.kind);rd(m.tile);rd(m.offer); if(m.tile<0){m.tile=33;m.offer=0;} g.melds[s].push_back(m);}}
  for(int s=0;s<4;s++){int n;rd(n);g.plays[s]=n;for(int k=0;k<n;k++){Disc d;rd(d.tile);rd(d.by); g.disc[s].push_back(d);}}
  rd(r.off);rd(r.from);rd(r.ck);rd(r.ct);rd(r.cc); g.turn=r.from; g.repl=false; rows.push_back(r); } fclose(f); return rows; }
static void init_all(){ init_tiles();init_forms();TB.load("/tmp/lab/table.raw"); mt19937_64 r(5); for(auto&x:RH)x=r(); }
