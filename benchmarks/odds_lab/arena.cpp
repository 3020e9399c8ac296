#include "pol.hpp"
#include "more.hpp"
#include <chrono>
int main(int ac,char**av){ // A B walls seed seatings
  init_all(); Engine E; OddsPol*A=make(av[1],&E),*B=make(av[2],&E); int W=atoi(av[3]); int seed=atoi(av[4]); int ns=ac>5?atoi(av[5]):2;
  int seatings[6]={5,10,3,12,6,9}; double sum=0,sq=0; long games=0; long win[2]={0,0},selfw[2]={0,0},deal[2]={0,0},fans[2]={0,0},cl[2]={0,0},pl[2]={0,0}; long huang=0;
  auto t0=chrono::steady_clock::now();
  for(int w=0;w<W;w++){ mt19937 r(seed*1000003+w); vector<int> tiles; for(int i=0;i<34;i++)for(int k=0;k<4;k++)tiles.push_back(i); for(int i=135;i>0;i--)swap(tiles[i],tiles[r()%(i+1)]); double d=0;
    for(int s=0;s<ns;s++){ Game g; Policy*pol[4]; for(int k=0;k<4;k++)pol[k]=(seatings[s]>>k&1)?(Policy*)A:(Policy*)B; g.run(tiles,w%4,pol); games++; for(int k=0;k<4;k++){int a=(seatings[s]>>k&1)?0:1; d+=(a==0?1:-1)*g.score[k]/2.0; if(g.winner==k){win[a]++;selfw[a]+=g.self;fans[a]+=g.wfan;pl[a]+=g.plays[k];} if(g.winner>=0&&g.loser==k)deal[a]++; cl[a]+=g.nclaim[k]; } if(g.winner<0)huang++; }
    d/=ns; sum+=d; sq+=d*d; if((w+1)%100==0){fprintf(stderr,"%d %+.2f\n",w+1,sum/(w+1));} }
  double m=sum/W,sd=sqrt(max(0.0,sq/W-m*m)/W); double T=chrono::duration<double>(chrono::steady_clock::now()-t0).count();
  printf("%s vs %s: %+.2f +- %.2f (%ld games) | win %.1f/%.1f%% self %.0f/%.0f%% deal-in %.1f/%.1f%% fan %.1f/%.1f turn %.1f/%.1f claims %.2f/%.2f huang %.1f%% | %.0fs %ld values\n",av[1],av[2],m,sd,games,50.0*win[0]/games,50.0*win[1]/games,100.0*selfw[0]/max(1L,win[0]),100.0*selfw[1]/max(1L,win[1]),50.0*deal[0]/games,50.0*deal[1]/games,1.0*fans[0]/max(1L,win[0]),1.0*fans[1]/max(1L,win[1]),1.0*pl[0]/max(1L,win[0]),1.0*pl[1]/max(1L,win[1]),.5*cl[0]/games,.5*cl[1]/games,100.0*huang/games,T,E.nv); }
