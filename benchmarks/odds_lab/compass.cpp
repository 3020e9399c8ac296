#include "pol.hpp"
#include "more.hpp"
int main(int ac,char**av){ init_all(); auto rows=read_dec("/tmp/lab/dec.txt"); Engine E;
 for(int a=1;a<ac;a++){ auto*P=make(av[a],&E); int same=0,tot=0,too=0,miss=0,oth=0,np=0,nc=0,cs=0,ct=0; double t0=clock()/1e6; E.nst=E.ned=E.nv=0;
  for(auto&r:rows){ if(r.dec==1){ if(r.ck!=1)continue; Act x=P->own(r.g,r.seat); tot++; same+=x.k==Act::PLAY&&x.tile==r.ct; }
   else { Act x=P->claim(r.g,r.seat,r.off,r.from); bool cl=x.k!=Act::PASS; if(r.ck==0){np++; too+=cl;} else {nc++; if(!cl)miss++; else { int k=x.k==Act::CHI_?2:x.k==Act::PENG_?3:4; if(k!=r.ck||(k==2&&x.chow!=r.cc))oth++; else if(k<4){ct++; cs+=x.tile==r.ct;} } } } }
  double T=clock()/1e6-t0; printf("%-40s discards %.1f%% (%d) after-claim %.1f%% (%d) | too many %d/%d missed %d/%d other %d | %.2fs, %.0f states %.0f edges a value\n",av[a],100.0*same/tot,tot,100.0*cs/max(ct,1),ct,too,np,miss,nc,oth,T,1.*E.nst/max(1L,E.nv),1.*E.ned/max(1L,E.nv)); fflush(stdout); } }
