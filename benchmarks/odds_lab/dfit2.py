from dfit import *
def feats2(D):
    F={}; t=D['tile'].astype(int); T=np.minimum(D['turn'],20)/10.; nm=np.minimum(D['nm'],3).astype(float); u=np.clip(D['unseen'],0,3).astype(int); suit=t//9; q=t%9; hon=suit==3; num=~hon
    F['1']=np.ones(len(D)); F['turn']=T; F['turn2']=T*T; F['melds']=nm; F['melds*turn']=nm*T
    mid=lambda x:((x>=0)&(x<27)&(x%9>=2)&(x%9<=6))
    last,first=D['last'].astype(int),D['first'].astype(int)
    F['mid late']=mid(last[:,:3]).sum(1)*1.; F['hon late']=(last[:,:3]>=27).sum(1)*1.; 
    for a in range(4): F['hon u%d'%a]=(hon&(u==a))*1.
    F['dragon']=(t>=31)*1.; F['term']=(num&((q==0)|(q==8)))*1.; F['28']=(num&((q==1)|(q==7)))*1.; F['num few']=(num&(u<2))*1.
    F['own']=(D['owndisc']>=0)*1.
    lg=D['letgo']
    for a in (0,1,3,7): F['letgo<=%d'%a]=(lg<=a)*1.
    F['letgo ever']=(lg<99)*1.
    ag=D['nearage']
    F['near1 early']=((ag[:,[1,3]]>=0)&(ag[:,[1,3]]<5)).sum(1)*1.; F['near2 early']=((ag[:,[0,4]]>=0)&(ag[:,[0,4]]<5)).sum(1)*1.; F['near late']=(ag[:,[0,1,3,4]]>=5).sum(1)*1.
    tot=D['sd'].sum(1); F['hon share']=np.where(hon,np.log((D['sd'][:,3]+.5)/(tot+2.)),0)
    mk,mt=D['mk'],D['mt'].astype(int); has=(mk>=0)&(mt>=0); ms=np.where(has,mt//9,-1)
    nsu=np.stack([(ms==k).any(1) for k in range(3)],1).sum(1); ins=(ms==suit[:,None]).any(1)
    for n in (2,3):
        f=((nm==2) if n==2 else (nm>=3))&(nsu==1)
        F['flush%d in'%n]=(f&(ins&num))*1.; F['flush%d out'%n]=(f&~ins&num)*1.; F['flush%d hon'%n]=(f&hon)*1.
    anychow=((mk==0)&has).any(1); F['pungs live']=((nm>=2)&~anychow&(u>=2))*1.
    c0=np.where((mk==0)&has,mt%9,-9); cs=np.where((mk==0)&has,mt//9,-9)
    other=(cs!=suit[:,None])&(cs>=0)&num[:,None]; samec=(cs==suit[:,None])&(cs>=0)&num[:,None]; dd=q[:,None]-c0
    n3=(other&(np.abs(dd)<=1)).sum(1); F['triple']=(n3>=1)*1.; F['triple2']=(n3>=2)*1.; F['shift']=(other&(np.abs(dd)==2)).any(1)*1.
    third=np.isin(c0,(1,4,7)); F['straight']=((samec|other)&third&(q[:,None]//3!=c0//3)).any(1)*1.; F['same chow']=(samec&(np.abs(dd)<=1)).any(1)*1.
    me=mid(first[:,:4]).sum(1)*1.; F['mid early']=me; F['mid early hon']=me*hon
    return F
if __name__=="__main__":
    y=D['label'].astype(float); w=D['wt'].astype(float); F=feats2(D); names=list(F); X=np.stack([F[k] for k in names],1); te=D['game']%5==0; tr=~te
    b,s=fit(X[tr],y[tr],w[tr]); p=1/(1+np.exp(-X[te]@b)); print("ll",ll(p,y[te],w[te]))
    b,s=fit(X,y,w)
    for k,a,c in zip(names,b,s): print("%-18s %7.3f %.3f %5.1f"%(k,a,c,a/c))
    open('dcoef.txt','w').write("\n".join("%s\t%.4f"%(k,a) for k,a in zip(names,b)))
    # calibration by predicted
    P=1/(1+np.exp(-X@b)); e=np.quantile(P,[0,.5,.8,.9,.95,.98,.995,1])
    for lo,hi in zip(e[:-1],e[1:]):
        m=(P>=lo)&(P<=hi); print("%.4f %.4f"%((w*P)[m].sum()/w[m].sum(),(w*y)[m].sum()/w[m].sum()))
