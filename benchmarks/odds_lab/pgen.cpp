#include "pol.hpp"
#include "more.hpp"
#pragma pack(push,1)
struct PRow{ int8_t tile,u,own,vis,turn,un[5],age,nd[5],om,wall; int8_t ndisc,cnt; int16_t tot,walltot; int32_t game; float th; };
#pragma pack(pop)
struct Spy:Policy{ OddsPol*b; Game*g; mt19937*rng; struct Pend{PRow r; int seat; size_t at;}; vector<Pend> pend; int game;
  Act own(const Game&gg,int seat)override{ Act a=b->own(gg,seat); if((*rng)()%6==0){ int un[34]; gg.unseen(seat,un); double o[34]; dangers2(gg,seat,un,o); double th=0; for(int s=0;s<4;s++)if(s!=seat)th+=exp(g_base[s]); th=log(th); int w[34]={0},wt=0,tot=0; for(int s=0;s<4;s++)for(int i=0;i<gg.left[s];i++){w[gg.wall[s][i]]++;wt++;} for(int i=0;i<34;i++)tot+=un[i]; int om=0; for(int s=0;s<4;s++)if(s!=seat)om+=gg.melds[s].size();
      for(int t=0;t<34;t++)if(un[t]>0){ PRow r; memset(&r,0,sizeof r); r.tile=t;r.u=un[t];r.own=gg.hand[seat][t];r.vis=4-un[t]-r.own; r.turn=gg.disc[seat].size(); r.age=99; for(int q=0;q<4;q++){int n=gg.disc[q].size(); for(int k=0;k<n;k++){int x=gg.disc[q][k].tile; if(x==t)r.age=min<int>(r.age,n-1-k); if(t<27&&x/9==t/9&&abs(x-t)<=2&&q!=seat)r.nd[x-t+2]++; else if(t>=27&&x==t&&q!=seat)r.nd[2]++;}} for(int o2=-2;o2<=2;o2++)r.un[o2+2]=(t<27&&t%9+o2>=0&&t%9+o2<9)?un[t+o2]:-1; r.om=om; r.wall=w[t]; r.tot=tot;r.walltot=wt;r.game=game;r.th=th; pend.push_back({r,seat,gg.seq.size()}); } }
    return a; }
  Act claim(const Game&gg,int seat,int x,int from)override{ return b->claim(gg,seat,x,from);} };
int main(int ac,char**av){ init_all(); Engine E; OddsPol*P=make(av[1],&E); int seed=atoi(av[2]),N=atoi(av[3]); FILE*out=fopen(av[4],"wb"); mt19937 pk(seed); printf("%zu\n",sizeof(PRow));
 for(int n=0;n<N;n++){ mt19937 r(seed*1000003+n); vector<int> tiles; for(int i=0;i<34;i++)for(int k=0;k<4;k++)tiles.push_back(i); for(int i=135;i>0;i--)swap(tiles[i],tiles[r()%(i+1)]); static Game g; static Spy S; S.b=P;S.g=&g;S.rng=&pk;S.game=n;S.pend.clear(); Policy*p[4]={&S,&S,&S,&S}; g.run(tiles,n%4,p); 
   for(auto&q:S.pend){ int c=0,k=0; for(size_t i=q.at;i<g.seq.size()&&k<6;i++)if(g.seq[i].first!=q.seat){k++; c+=g.seq[i].second==q.r.tile;} q.r.ndisc=k;q.r.cnt=c; fwrite(&q.r,sizeof(PRow),1,out);} } }
