#include "value.hpp"
#include "lattice.hpp"
#include "exact.hpp"
#include <chrono>
#include <ctime>
#include "make.hpp"
int main(int ac,char**av){ init_tiles();init_forms();TB.load("/tmp/odds/lab/table.raw"); 
 struct Row{int dec,seat,off,from,ck,ct,cc; Game g;}; vector<Row> rows; FILE*f=fopen("/tmp/odds/lab/dec.txt","r"); 
 auto rd=[&](int&x){return fscanf(f,"%d",&x)==1;};
 while(true){ Row r; if(!rd(r.dec))break; Game&g=r.g; memset(g.hand,0,sizeof g.hand); rd(r.seat);rd(g.quan); for(int s=0;s<4;s++)rd(g.left[s]); for(int i=0;i<34;i++)rd(g.hand[r.seat][i]); for(int i=0;i<34;i++)rd(g.shown[i]); 
  for(int s=0;s<4;s++){int n;rd(n);for(int k=0;k<n;k++){Meld m;rd(m.kind);rd(m.tile);rd(m.offer); if(m.tile<0){m.tile=33;m.offer=0;} g.melds[s].push_back(m);}}
  for(int s=0;s<4;s++){int n;rd(n);g.plays[s]=n;for(int k=0;k<n;k++){Disc d;rd(d.tile);rd(d.by); g.disc[s].push_back(d);}}
  rd(r.off);rd(r.from);rd(r.ck);rd(r.ct);rd(r.cc); g.turn=r.from; g.repl=false; rows.push_back(r); }
 for(int a=1;a<ac;a++){ OddsPolicy P(make(av[a])); int same=0,tot=0,too=0,miss=0,oth=0,np=0,nc=0,cs=0,ct=0; vector<double> tm; double t0=clock()/1e6;
  FILE*dbg=getenv("DBG")?fopen(getenv("DBG"),"w"):nullptr; int idx=0;
  for(auto&r:rows){ Game g=r.g; idx++; if(r.dec==1){ if(r.ck!=1)continue; Act x=P.own(g,r.seat); tot++; bool ok=x.k==Act::PLAY&&x.tile==r.ct; same+=ok; if(dbg)fprintf(dbg,"%d %d\n",idx,ok); if(getenv("VAL")&&atoi(getenv("VAL"))==idx){ Ctx c=P.ctx(g,r.seat); Pos p; memcpy(p.hand,g.hand[r.seat],sizeof p.hand); p.melds=g.melds[r.seat]; p.fix(); double o[34]; P.v->value(c,p,false,o); vector<pair<double,int>> z; for(int y=0;y<34;y++)if(p.hand[y])z.push_back({-o[y],y}); sort(z.begin(),z.end()); for(auto&q:z)printf("%c%d:%.3f ","WBTF"[q.second/9],q.second%9+1,-q.first); puts(""); } }
   else { // remove claimed tile from unseen: it's in disc
     Act x=P.claim(g,r.seat,r.off,r.from); bool cl=x.k!=Act::PASS; if(dbg)fprintf(dbg,"%d c %d %d\n",idx,cl,r.ck); if(r.ck==0){np++; too+=cl;} else {nc++; if(!cl)miss++; else { int k=x.k==Act::CHI_?2:x.k==Act::PENG_?3:4; if(k!=r.ck||(k==2&&x.chow!=r.cc))oth++; else if(k<4){ct++; cs+=x.tile==r.ct;} } } } }
  double T=clock()/1e6-t0; printf("%-50s discards %.1f%% (%d) after-claim %.1f%% (%d) | too many %d/%d (64) missed %d/%d (26) other %d | %.1fs\n",av[a],100.0*same/tot,tot,100.0*cs/max(ct,1),ct,too,np,miss,nc,oth,T); fflush(stdout); if(dbg)fclose(dbg);
 } }
