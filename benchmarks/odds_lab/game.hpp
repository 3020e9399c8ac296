#pragma once
#include "core.hpp"
struct Game; 
struct Act{ enum K{PASS,PLAY,CHI_,PENG_,GANG_,BUGANG,HU} k=PASS; int tile=-1,chow=-1; };
struct Policy{ virtual ~Policy(){} virtual Act own(const Game&,int seat)=0; virtual Act claim(const Game&,int seat,int tile,int from)=0; };
struct Disc{int tile; int by; };
struct Game{
  int wall[4][34]; int left[4]; int hand[4][34]; vector<Meld> melds[4]; vector<Disc> disc[4]; int shown[34]; int quan; int turn; int drawn; 
  int score[4]; int winner=-1,loser=-1,wfan=0; bool self=false; int plays[4]; int nclaim[4];
  bool repl=false; vector<pair<int,int>> seq;
  void unseen(int seat,int*u)const{ for(int i=0;i<34;i++)u[i]=4-hand[seat][i]; for(int s=0;s<4;s++){ for(auto&d:disc[s])if(d.by<0)u[d.tile]--; for(auto&m:melds[s]){ if(m.kind==CHI){for(int k=-1;k<2;k++)u[m.tile+k]--;} else if(m.kind==PENG)u[m.tile]-=3; else if(m.offer||s==seat)u[m.tile]-=4; } } }
  bool wall_last()const{return left[(turn+1)%4]==0;}
  FanFlags flags(int seat,int tile,bool selfd,bool rob)const{FanFlags f; f.self=selfd; f.fourth=!rob&&shown[tile]==3; f.kong=selfd?repl:rob; f.last=wall_last(); f.seat=seat; f.quan=quan; return f;}
  int win_fan(int seat,int tile,bool selfd,bool rob)const{ int h[34]; memcpy(h,hand[seat],sizeof h); if(selfd)h[tile]--; if(!may_complete(h,tile))return -1; return fan_of(h,melds[seat],tile,flags(seat,tile,selfd,rob)); }
  void finish(int w,int from,int f){winner=w;wfan=f;loser=from; self=from<0; for(int s=0;s<4;s++)score[s]=0; if(from<0){for(int s=0;s<4;s++)score[s]=s==w?3*(8+f):-(8+f);}else{for(int s=0;s<4;s++)score[s]=s==w?24+f:s==from?-(8+f):-8;}}
  void run(const vector<int>&tiles,int q,Policy*pol[4]){
    quan=q; memset(hand,0,sizeof hand); memset(shown,0,sizeof shown); for(int s=0;s<4;s++){ melds[s].clear();disc[s].clear();plays[s]=0;nclaim[s]=0;score[s]=0; for(int i=0;i<34;i++)wall[s][i]=tiles[34*s+i]; left[s]=34; for(int k=0;k<13;k++)hand[s][wall[s][--left[s]]]++; }
    winner=-1; turn=0; repl=false; seq.clear(); bool draw=true; int seat=0;
    while(true){
      // draw
      if(left[seat]==0){return;}
      int t=wall[seat][--left[seat]]; turn=seat; hand[seat][t]++; drawn=t; (void)draw;
      int f=win_fan(seat,t,true,false); if(f>=8){finish(seat,-1,f);return;}
      Act a=pol[seat]->own(*this,seat);
      bool cankong=left[seat]>0&&!wall_last();
      if(a.k==Act::GANG_&&cankong&&hand[seat][a.tile]==4){ hand[seat][a.tile]=0; melds[seat].push_back({GANG,a.tile,0}); repl=true; continue; }
      if(a.k==Act::BUGANG&&cankong){ bool ok=false; for(auto&m:melds[seat])if(m.kind==PENG&&m.tile==a.tile&&hand[seat][a.tile]){m.kind=GANG; hand[seat][a.tile]--; shown[a.tile]=4; ok=true; break;}
        if(ok){ for(int k=1;k<4;k++){int s=(seat+k)%4; int f2=win_fan(s,a.tile,false,true); if(f2>=8){finish(s,seat,f2);return;}} repl=true; continue; } }
      int x=a.tile; if(a.k!=Act::PLAY||hand[seat][x]<=0){fprintf(stderr,"bad play %d\n",a.k); exit(1);}
      repl=false;
      while(true){ // discard x by seat
        hand[seat][x]--; disc[seat].push_back({x,-1}); seq.push_back({seat,x}); plays[seat]++; turn=seat; 
        int w=-1; for(int k=1;k<4&&w<0;k++){int s=(seat+k)%4; int f2=win_fan(s,x,false,false); if(f2>=8){finish(s,seat,f2);return;}}
        Act best; int bs=-1;
        if(!wall_last()) for(int k=1;k<4;k++){ int s=(seat+k)%4; bool peng=hand[s][x]>=2; bool chi=false; if(k==1&&x<27){int n=x%9; auto H=[&](int o){return n+o>=0&&n+o<9&&hand[s][x+o]>0;}; chi=(H(-2)&&H(-1))||(H(-1)&&H(1))||(H(1)&&H(2));}
          if(!peng&&!chi)continue; Act c=pol[s]->claim(*this,s,x,seat); if(c.k==Act::PASS)continue; if(c.k==Act::CHI_){ if(bs<0){bs=s;best=c;} } else {bs=s;best=c;} }
        if(bs<0){shown[x]++; break;}
        disc[seat].back().by=bs; nclaim[bs]++; int off=(bs-seat+4)%4;
        if(best.k==Act::GANG_){ hand[bs][x]-=3; melds[bs].push_back({GANG,x,off}); shown[x]+=4; seat=bs; turn=seat; repl=true; break; }
        if(best.k==Act::PENG_){ hand[bs][x]-=2; melds[bs].push_back({PENG,x,off}); shown[x]+=3; }
        else { for(int k=-1;k<2;k++){ if(best.chow+k!=x)hand[bs][best.chow+k]--; shown[best.chow+k]++; } melds[bs].push_back({CHI,best.chow,x-best.chow+2}); }
        for(int i=0;i<34;i++)if(hand[bs][i]<0){fprintf(stderr,"bad claim\n");exit(1);}
        seat=bs; x=best.tile; repl=false; if(x<0||hand[seat][x]<=0){fprintf(stderr,"bad claim discard %d\n",x);exit(1);}
      }
      if(repl)continue; // kong replacement: same seat draws
      seat=(seat+1)%4;
    }
  }
};
