import numpy as np, sys
n5='i1'
dt=np.dtype([('label','i1'),('wt','i1'),('tile','i1'),('unseen','i1'),('turn','i1'),('nm','i1'),('mk','i1',4),('mt','i1',4),('actor','i1'),('s','i1'),('quan','i1'),('owndisc','i1'),('neard','i1',5),('nearage','i1',5),('letgo','i1'),('visible','i1'),('sd','i1',4),('walls','i1'),('ownturn','i1'),('last','i1',6),('first','i1',6),('hu1','i1'),('game','<i4')])
print(dt.itemsize)
raw=open(sys.argv[1],'rb').read(); raw=raw[:len(raw)//dt.itemsize*dt.itemsize]
D=np.frombuffer(raw,dt); print(len(D),D['label'].sum(),D['game'].max())
def feats(D):
    F={}; t=D['tile'].astype(int); turn=np.minimum(D['turn'],20).astype(float); nm=D['nm'].astype(int); u=np.clip(D['unseen'],0,3).astype(int); suit=t//9; q=t%9
    one=np.ones(len(D)); F['1']=one; F['turn']=turn/10; F['turn2']=(turn/10)**2
    for k in range(1,5): F['nm%d'%k]=(nm==k)*1.; F['nm%d*turn'%k]=(nm==k)*turn/10
    hon=suit==3
    wind=hon&(q<4); dragon=hon&(q>=4); sw=wind&(q==D['s']); pw=wind&(q==D['quan'])
    for a in range(4):
        F['hon u%d'%a]=(hon&(u==a))*1.
        if a<3: F['num u%d'%a]=((~hon)&(u==a))*1.
    F['dragon']=dragon*1.; F['seat or prev wind']=(sw|pw)*1.
    F['term']=((~hon)&((q==0)|(q==8)))*1.; F['28']=((~hon)&((q==1)|(q==7)))*1.; F['37']=((~hon)&((q==2)|(q==6)))*1.
    F['own']=(D['owndisc']>=0)*1.; F['own late']=((D['owndisc']>=0)&(D['turn']-D['owndisc']<=4))*1.
    lg=D['letgo']; 
    for a in (0,1,3,7): F['letgo<=%d'%a]=(lg<=a)*1.
    F['letgo ever']=(lg<99)*1.
    nd=D['neard'].astype(float); ag=D['nearage']
    for o in (0,1,3,4):
        pass
    F['near1 early']=((ag[:,1]>=0)&(ag[:,1]<5))*1.+((ag[:,3]>=0)&(ag[:,3]<5)); F['near1 late']=(ag[:,1]>=5)*1.+(ag[:,3]>=5)
    F['near2 early']=((ag[:,0]>=0)&(ag[:,0]<5))*1.+((ag[:,4]>=0)&(ag[:,4]<5)); F['near2 late']=(ag[:,0]>=5)*1.+(ag[:,4]>=5)
    tot=np.maximum(D['sd'].sum(1),1); sd=D['sd'][np.arange(len(D)),suit]
    share=(sd+.5)/(tot+2.); F['suit share']=np.where(hon,0,np.log(share)); F['suit share*turn']=F['suit share']*turn/10
    F['hon share']=np.where(hon,np.log((D['sd'][:,3]+.5)/(tot+2.)),0)
    mk,mt=D['mk'],D['mt'].astype(int); has=(mk>=0)&(mt>=0); ms=np.where(has,mt//9,-1)
    same=(ms==suit[:,None]).sum(1)*(~hon); F['melds in suit']=same*1.
    nsu=np.stack([(ms==k).any(1) for k in range(3)],1); nsuit=nsu.sum(1)
    flush=(nm>=2)&(nsuit==1); ins=(ms==suit[:,None]).any(1)
    F['flush2 in']=((nm==2)&(nsuit==1)&ins&~hon)*1.; F['flush2 out']=((nm==2)&(nsuit==1)&~ins&~hon)*1.; F['flush2 hon']=((nm==2)&(nsuit==1)&hon)*1.
    F['flush3 in']=((nm>=3)&(nsuit==1)&ins&~hon)*1.; F['flush3 out']=((nm>=3)&(nsuit==1)&~ins&~hon)*1.; F['flush3 hon']=((nm>=3)&(nsuit==1)&hon)*1.
    anychow=((mk==0)&has).any(1); pungs=(nm>=2)&~anychow; F['pungs2']=((nm==2)&~anychow)*1.; F['pungs3']=((nm>=3)&~anychow)*1.
    F['pungs live']=(pungs&(u>=2))*1.
    # chow relations
    c0=np.where((mk==0)&has,mt%9,-9); cs=np.where((mk==0)&has,mt//9,-9)
    other=(cs!=suit[:,None])&(cs>=0); samec=(cs==suit[:,None])&(cs>=0)
    dd=q[:,None]-c0
    num=(~hon)[:,None]
    F['triple']=(other&num&(np.abs(dd)<=1)).any(1)*1.
    F['shift']=(other&num&(np.abs(dd)==2)).any(1)*1.
    F['far other']=(other&num&(np.abs(dd)>=3)).any(1)*1.
    # straight: chow 123,456,789 and tile in another third
    third=np.isin(c0,(1,4,7)); F['straight']=((samec|other)&num&third&(q[:,None]//3!=c0//3)).any(1)*1.
    F['same chow']=(samec&num&(np.abs(dd)<=1)).any(1)*1.; F['same chow 2-3']=(samec&num&(np.abs(dd)>1)&(np.abs(dd)<=3)).any(1)*1.
    # two other-suit chows with the same number
    F['triple2']=((other&num&(np.abs(dd)<=1)).sum(1)>=2)*1.
    F['walls']=D['walls']/20.
    F['all term melds']=0*one
    first=D['first'].astype(int); F['mid early']=((first[:,:4]>=0)&(first[:,:4]<27)&(first[:,:4]%9>=2)&(first[:,:4]%9<=6)).sum(1)*1.
    F['mid early hon']=F['mid early']*hon; 
    last=D['last'].astype(int); F['mid late']=((last[:,:3]>=0)&(last[:,:3]<27)&(last[:,:3]%9>=2)&(last[:,:3]%9<=6)).sum(1)*1.
    F['hon late']=((last[:,:3]>=27)).sum(1)*1.; F['same suit late']=((last[:,:3]>=0)&(last[:,:3]//9==suit[:,None])).sum(1)*(~hon)*1.
    del F['all term melds']
    return F
def fit(X,y,w,l2=3.,it=25):
    b=np.zeros(X.shape[1]); b[0]=-5
    for _ in range(it):
        z=X@b; p=1/(1+np.exp(-z)); g=X.T@(w*(y-p))-l2*b; H=(X*(w*p*(1-p))[:,None]).T@X+l2*np.eye(len(b)); st=np.linalg.solve(H,g); m=np.abs(st).max(); b=b+st*min(1,1.5/m)
        if np.abs(st).max()<1e-4: break
    return b,np.sqrt(np.diag(np.linalg.inv(H)))
def ll(p,y,w): return -(w*(y*np.log(p)+(1-y)*np.log(1-p))).sum()/w.sum()
def old(D):
    K=np.array([-.892,-.537,0,-1.1]); t=D['tile'].astype(int); q=t%9; kind=np.where(t>=27,3,np.where((q==0)|(q==8),0,np.where((q==1)|(q==7),1,2)))
    turn=np.minimum(D['turn'],20).astype(float); x=-9.34+.689*turn-.0166*turn**2+(.915-.0452*turn)*D['nm']+K[kind]+np.where(D['unseen']==2,-.43,0)+np.where(D['unseen']<2,-.8,0)-2.591*(D['owndisc']>=0)-.667*(D['letgo']<=3)-.121*(D['neard'][:,[0,1,3,4]].sum(1))*(t<27)
    return 1/(1+np.exp(-x))
if __name__=="__main__":
    y=D['label'].astype(float); w=D['wt'].astype(float); F=feats(D); names=list(F); X=np.stack([F[k] for k in names],1)
    te=D['game']%5==0; tr=~te
    import time; t0=time.time(); b,s=fit(X[tr],y[tr],w[tr]); print(time.time()-t0)
    p=1/(1+np.exp(-X[te]@b)); po=old(D[te]); 
    # base: turn and melds only
    base=[i for i,k in enumerate(names) if k in('1','turn','turn2') ]; b0,_=fit(X[tr][:,base],y[tr],w[tr]); p0=1/(1+np.exp(-X[te][:,base]@b0))
    base=[i for i,k in enumerate(names) if k in('1','turn','turn2') or k.startswith('nm')]; b1,_=fit(X[tr][:,base],y[tr],w[tr]); p1=1/(1+np.exp(-X[te][:,base]@b1))
    # old recalibrated
    z=np.log(po/(1-po)); zz=np.log(old(D[tr])/(1-old(D[tr]))); bo,_=fit(np.c_[np.ones(tr.sum()),zz],y[tr],w[tr]); pr=1/(1+np.exp(-(bo[0]+bo[1]*z)))
    print("rate",(w*y).sum()/w.sum(),"old mean",(w[te]*po).sum()/w[te].sum()); print("ll turn",ll(p0,y[te],w[te]),"turn+melds",ll(p1,y[te],w[te]),"old",ll(po,y[te],w[te]),"old recal",ll(pr,y[te],w[te]),bo,"new",ll(p,y[te],w[te]))
    for k,a,c in zip(names,b,s): print("%-18s %7.3f %.3f %5.1f"%(k,a,c,a/c))
