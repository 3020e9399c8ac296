#include "pol.hpp"
#include "more.hpp"
// roll POLICY SEED GAMES PER_GAME R OUT [valuations...]
struct Rec{Act a;};
struct Driver:Policy{ Policy*base; vector<Act> script; size_t at=0,force=~0ull; Act forced; Game*g=nullptr; mt19937*rng=nullptr; bool record=false; 
  struct Dec{size_t idx; int seat,x,from; vector<Cand> cs; Game snap;}; vector<Dec> decs; mt19937*pick=nullptr; double prob=0;
  void shuffle_rest(){ vector<int> t; for(int s=0;s<4;s++)for(int i=0;i<g->left[s];i++)t.push_back(g->wall[s][i]); for(int i=(int)t.size()-1;i>0;i--)swap(t[i],t[(*rng)()%(i+1)]); int k=0; for(int s=0;s<4;s++)for(int i=0;i<g->left[s];i++)g->wall[s][i]=t[k++]; }
  Act ask(const Game&gg,int seat,int x,int from){ size_t i=at++; if(!record){ if(i<force)return script[i]; if(i==force){shuffle_rest(); return forced;} return x<0?base->own(gg,seat):base->claim(gg,seat,x,from);} 
    Act a=x<0?base->own(gg,seat):base->claim(gg,seat,x,from); script.push_back(a); auto&cs=((OddsPol*)base)->cs; if(cs.size()>1){ Dec d{i,seat,x,from,cs,gg}; decs.push_back(d);} return a; }
  Act own(const Game&gg,int seat)override{return ask(gg,seat,-1,-1);} Act claim(const Game&gg,int seat,int x,int from)override{return ask(gg,seat,x,from);} };
int main(int ac,char**av){ init_all(); Engine E; OddsPol*P=make(av[1],&E); int seed=atoi(av[2]),N=atoi(av[3]),K=atoi(av[4]),R=atoi(av[5]); FILE*out=fopen(av[6],"a"); vector<OddsPol*> vs; for(int i=7;i<ac;i++)vs.push_back(make(av[i],&E));
 mt19937 pk(seed*7919+1);
 for(int n=0;n<N;n++){ mt19937 r(seed*1000003+n); vector<int> tiles; for(int i=0;i<34;i++)for(int k=0;k<4;k++)tiles.push_back(i); for(int i=135;i>0;i--)swap(tiles[i],tiles[r()%(i+1)]);
  static Game g; Driver D; D.base=P; D.record=true; D.g=&g; Policy*pol[4]={&D,&D,&D,&D}; g.run(tiles,n%4,pol);
  vector<int> el; for(size_t i=0;i<D.decs.size();i++){ auto&d=D.decs[i]; int b=0; for(size_t j=1;j<d.cs.size();j++)if(d.cs[j].val>d.cs[b].val+1e-6)b=j; double s2=-1e9; for(size_t j=0;j<d.cs.size();j++)if((int)j!=b)s2=max(s2,d.cs[j].val); double gap=d.cs[b].val-s2; 
     // claims: candidates of one claim kind differ by discard; look at pass against the best claim
     if(d.x>=0){ bool pass=d.cs[b].a.k==Act::PASS; double o=-1e9; for(auto&c:d.cs)if((c.a.k==Act::PASS)!=pass)o=max(o,c.val); gap=d.cs[b].val-o; }
     { static int only=getenv("ONLY")?atoi(getenv("ONLY")):0; if(only==1&&d.x<0)continue; if(only==2&&d.x>=0)continue; static double gd=getenv("GAPD")?atof(getenv("GAPD")):2; if(gap<(d.x>=0?8:gd))el.push_back(i); } }
  // half of them claims if there are
  for(int q=0;q<K&&!el.empty();q++){ int e=pk()%el.size(); auto&d=D.decs[el[e]]; el.erase(el.begin()+e); auto&cs=d.cs; int b=0; for(size_t j=1;j<cs.size();j++)if(cs[j].val>cs[b].val+1e-6)b=j; vector<pair<double,int>> o; for(size_t j=0;j<cs.size();j++)if((int)j!=b&&(d.x<0||(cs[j].a.k==Act::PASS)!=(cs[b].a.k==Act::PASS)))o.push_back({-cs[j].val,(int)j}); sort(o.begin(),o.end()); int m=min<int>(o.size(),d.x>=0?1:3); if(!m)continue; int a=o[pk()%m].second; if(d.x<0&&!getenv("GAPD")){ a=o[0].second; if(m>1&&cs[b].val-cs[o[1].second].val<3&&pk()%3==0)a=o[1].second; }
    double su=0,sq=0; int wb=0,wa=0,db=0,da=0; for(int t=0;t<R;t++){ double sc[2]; uint32_t sd=pk(); for(int z=0;z<2;z++){ static Game h; mt19937 rr(sd); Driver X; X.base=P; X.script=D.script; X.force=d.idx; X.forced=cs[z?a:b].a; X.g=&h; X.rng=&rr; Policy*pp[4]={&X,&X,&X,&X}; h.run(tiles,n%4,pp); sc[z]=h.score[d.seat]; (z?wa:wb)+=h.winner==d.seat; (z?da:db)+=h.winner>=0&&h.loser==d.seat; } double df=sc[0]-sc[1]; su+=df;sq+=df*df; }
    const Game&s=d.snap; int un[34]; s.unseen(d.seat,un); int turn=s.disc[d.seat].size(); int om=0; for(int k=0;k<4;k++)if(k!=d.seat)om+=s.melds[k].size();
    fprintf(out,"%d %zu %d %d %d %zu %d %d %.4f %.4f %d %d %d %d",n,d.idx,d.x,turn,s.quan,s.melds[d.seat].size(),om,d.seat,su/R,sq/R,wb,wa,db,da);
    for(int z=0;z<2;z++){ Cand&c=cs[z?a:b]; fprintf(out," %d %d %d %d %.6g %.5g %.5g %.5g %d",(int)c.a.k,c.a.tile,c.a.chow,c.a.tile>=0?un[c.a.tile]:-1,c.worth,c.val,c.dang,c.rate,c.dist); int hc=0; if(c.a.tile>=0)hc=s.hand[d.seat][c.a.tile]; fprintf(out," %d",hc); }
    for(auto*v:vs){ v->list(s,d.seat,d.x,d.from); for(int z=0;z<2;z++){ Cand&c=cs[z?a:b]; double w=-1; for(auto&q:v->cs)if(q.a.k==c.a.k&&q.a.tile==c.a.tile&&q.a.chow==c.a.chow)w=q.worth; fprintf(out," %.6g",w);} }
    fprintf(out,"\n"); fflush(out); } }
}
