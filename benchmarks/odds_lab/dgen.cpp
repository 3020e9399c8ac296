#include "pol.hpp"
#include "more.hpp"
// dgen POLICY SEED GAMES OUT : danger rows
#pragma pack(push,1)
struct DRow{ int8_t label,wt,tile,unseen,turn,nm,mk[4],mt[4],actor,s,quan,owndisc,neard[5],nearage[5],letgo,visible,sd[4],walls,ownturn,last[6],first[6],hu1; int32_t game; };
#pragma pack(pop)
struct Spy:Policy{ Policy*b; Game*g; FILE*out; mt19937*rng; int game; int stamp[4]; vector<char> wins[4]; long rows=0,pos=0;
  void waits(int s){ int st=g->plays[s]*100+g->melds[s].size()*10+1; (void)st; wins[s].assign(34,0); int h[34]; memcpy(h,g->hand[s],sizeof h); int n=0; for(int i=0;i<34;i++)n+=h[i]; if(n+3*(int)g->melds[s].size()!=13)return; FanFlags f; f.seat=s;f.quan=g->quan; for(int t=0;t<34;t++)if(h[t]<4&&may_complete(h,t)){ f.fourth=g->shown[t]==3; if(fan_of(h,g->melds[s],t,f)>=8)wins[s][t]=1; } }
  void note(const Game&gg,int a,const Act&x,const int*hand){ int un[34]; gg.unseen(a,un); 
    for(int s=0;s<4;s++)if(s!=a){ waits(s); auto&D=gg.disc[s]; for(int t=0;t<34;t++)if(hand[t]){ bool w=wins[s][t]; bool sel=(*rng)()%8==0; if(!w&&!sel)continue; DRow r; memset(&r,0,sizeof r); r.label=w; r.wt=w?1:8; r.tile=t;r.unseen=un[t]; r.turn=D.size(); r.nm=gg.melds[s].size(); for(int k=0;k<4;k++){r.mk[k]=-1; if(k<r.nm){r.mk[k]=gg.melds[s][k].kind; r.mt[k]=gg.melds[s][k].offer==0&&r.mk[k]==GANG?-1:gg.melds[s][k].tile;}} r.actor=a;r.s=s;r.quan=gg.quan; r.owndisc=-1; for(int o=0;o<5;o++){r.neard[o]=0;r.nearage[o]=-1;} 
       for(size_t k=0;k<D.size();k++){ int q=D[k].tile; if(q==t)r.owndisc=k; if(t<27&&q/9==t/9&&abs(q-t)<=2){r.neard[q-t+2]++; r.nearage[q-t+2]=k;} r.sd[q/9]++; }
       for(int k=0;k<6;k++){ r.last[k]=(int)D.size()-1-k>=0?D[D.size()-1-k].tile:-1; r.first[k]=k<(int)D.size()?D[k].tile:-1; }
       // let go: how many discards of s since any seat discarded t unclaimed; 99 never: approximated by each seat's order
       int age=99; for(int q=0;q<4;q++){ int n=gg.disc[q].size(); for(int k=0;k<n;k++)if(gg.disc[q][k].tile==t&&q!=s)age=min(age,n-1-k);} r.letgo=min(age,99); int vis=4-un[t]-gg.hand[a][t]; r.visible=vis; r.walls=gg.left[a]; r.ownturn=gg.disc[a].size(); r.game=game; fwrite(&r,sizeof r,1,out); rows++; pos+=w; } } }
  Act own(const Game&gg,int seat)override{ Act x=b->own(gg,seat); if(x.k==Act::PLAY)note(gg,seat,x,gg.hand[seat]); return x; }
  Act claim(const Game&gg,int seat,int t,int from)override{ return b->claim(gg,seat,t,from); } };
int main(int ac,char**av){ init_all(); Engine E; OddsPol*P=make(av[1],&E); int seed=atoi(av[2]),N=atoi(av[3]); FILE*out=fopen(av[4],"wb"); mt19937 pk(seed);
 for(int n=0;n<N;n++){ mt19937 r(seed*1000003+n); vector<int> tiles; for(int i=0;i<34;i++)for(int k=0;k<4;k++)tiles.push_back(i); for(int i=135;i>0;i--)swap(tiles[i],tiles[r()%(i+1)]); static Game g; static Spy S; S.b=P;S.g=&g;S.out=out;S.rng=&pk;S.game=n; Policy*p[4]={&S,&S,&S,&S}; g.run(tiles,n%4,p); if(n==N-1)printf("%ld rows %ld positive, row %zu\n",S.rows,S.pos,sizeof(DRow)); } }
