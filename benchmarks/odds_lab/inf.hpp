#pragma once
#include "infc.hpp"
static void infer(const Game&g,int me,const int*un,double th,double*R,double*W){
  int tot=0; for(int i=0;i<34;i++)tot+=un[i]; int wt=0; for(int s=0;s<4;s++)wt+=g.left[s]; double p0=min(.999,max(.001,wt/(double)max(tot,1))); double T=min((int)g.disc[me].size(),20)/10.; int om=0; for(int s=0;s<4;s++)if(s!=me)om+=g.melds[s].size();
  int age[34],nd[34]; for(int t=0;t<34;t++){age[t]=99;nd[t]=0;} for(int q=0;q<4;q++){int n=g.disc[q].size(); for(int k=0;k<n;k++){int x=g.disc[q][k].tile; age[x]=min(age[x],n-1-k); if(q!=me)nd[x]++;}}
  for(int t=0;t<34;t++){ R[t]=1;W[t]=1; if(un[t]<=0)continue; bool hon=t>=27; int q=t%9,kind=rank_kind(t),u=min(un[t],4); int vis=4-un[t]-g.hand[me][t]; double f[64]; int n=0; double a[5]; int m[5]; for(int o=-2;o<=2;o++){bool in=!hon&&q+o>=0&&q+o<9; a[o+2]=in?un[t+o]:0; m[o+2]=in?nd[t+o]:0;} double w=hon?0:(a[0]*a[1]+a[1]*a[3]+a[3]*a[4])/16.;
    f[n++]=!hon; f[n++]=hon?0:T; f[n++]=hon?0:T*T; f[n++]=kind==0; f[n++]=(kind==0)*T; f[n++]=kind==1; f[n++]=hon; f[n++]=hon?T:0; f[n++]=hon?T*T:0; f[n++]=u==1; f[n++]=u==2; f[n++]=hon&&u==1; f[n++]=hon?0:vis; f[n++]=hon?vis:0; f[n++]=!hon&&w==0; f[n++]=w; f[n++]=age[t]<=0; f[n++]=age[t]<99; f[n++]=m[1]+m[3]; f[n++]=m[0]+m[4]; f[n++]=th; if(n!=IN){fprintf(stderr,"features %d %d\n",n,IN);exit(1);}
    double x=0,y=0; for(int i=0;i<n;i++){x+=IB[i]*f[i];y+=IC[i]*f[i];} R[t]=exp(x); double p=1/(1+exp(-(log(p0/(1-p0))+y))); W[t]=p/p0; } }
