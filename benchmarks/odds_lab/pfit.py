import numpy as np, sys
dt=np.dtype([('tile','i1'),('u','i1'),('own','i1'),('vis','i1'),('turn','i1'),('un','i1',5),('age','i1'),('nd','i1',5),('om','i1'),('wall','i1'),('ndisc','i1'),('cnt','i1'),('tot','<i2'),('walltot','<i2'),('game','<i4'),('th','<f4')])
def load(f):
    raw=open(f,'rb').read(); return np.frombuffer(raw[:len(raw)//dt.itemsize*dt.itemsize],dt)
def base(D):
    F={}; t=D['tile'].astype(int); q=t%9; hon=t>=27; kind=np.where(hon,3,np.minimum(np.minimum(q,8-q),2)); u=np.clip(D['u'],1,4).astype(int)
    for k in range(4):
        for c in range(1,5): F['k%du%d'%(k,c)]=((kind==k)&(u==c))*1.
    return F
def rich(D):
    t=D['tile'].astype(int); q=t%9; hon=t>=27; kind=np.where(hon,3,np.minimum(np.minimum(q,8-q),2)); u=np.clip(D['u'],1,4).astype(int); num=~hon
    F={}; T=np.minimum(D['turn'],20)/10.
    F['1']=np.ones(len(D))
    for c in (1,2,3): F['u%d'%c]=(u==c)*1.
    for k in range(4):
        if k!=2: F['k%d'%k]=(kind==k)*1.
        F['k%d*T'%k]=(kind==k)*T; F['k%d*T2'%k]=(kind==k)*T*T
    F['hon u1']=(hon&(u==1))*1.;F['hon u2']=(hon&(u==2))*1.;F['hon u3']=(hon&(u==3))*1.
    F['u1*T']=(u==1)*T;F['u2*T']=(u==2)*T;F['u3*T']=(u==3)*T
    F['dragon']=(t>=31)*1.
    F['vis']=D['vis']*1.; F['vis*T']=D['vis']*T; F['hon vis']=D['vis']*hon*1.
    un=np.maximum(D['un'].astype(float),0)
    c1=np.where(num,un[:,1]+un[:,3],0); c2=np.where(num,un[:,0]+un[:,4],0)
    # chow ways
    w=(un[:,0]*un[:,1]+un[:,1]*un[:,3]+un[:,3]*un[:,4])/16.
    F['ways']=np.where(num,w,0); F['ways*T']=F['ways']*T; F['no way']=(num&(w==0))*1.; F['few ways']=(num&(w>0)&(w<.4))*1.
    F['next']=c1; F['near']=c2
    F['new']=(D['age']<=0)*1.; F['new3']=(D['age']<=3)*1.; F['ever']=(D['age']<99)*1.
    nd=D['nd'].astype(float); F['nd1']=np.where(num,nd[:,1]+nd[:,3],0); F['nd2']=np.where(num,nd[:,0]+nd[:,4],0); F['om']=D['om']*1.; F['om*T']=D['om']*T
    F['th']=D['th']*1.
    return F
def poisson(X,y,off,l2=1.,it=25):
    b=np.zeros(X.shape[1])
    for _ in range(it):
        m=np.exp(off+X@b); g=X.T@(y-m)-l2*b; H=(X*m[:,None]).T@X+l2*np.eye(len(b)); st=np.linalg.solve(H,g); b=b+st*min(1,1/np.abs(st).max())
        if np.abs(st).max()<1e-5: break
    return b,np.sqrt(np.diag(np.linalg.inv(H)))
def binom(X,k,n,off,l2=1.,it=25):
    b=np.zeros(X.shape[1])
    for _ in range(it):
        p=1/(1+np.exp(-(off+X@b))); g=X.T@(k-n*p)-l2*b; H=(X*(n*p*(1-p))[:,None]).T@X+l2*np.eye(len(b)); st=np.linalg.solve(H,g); b=b+st*min(1,1/np.abs(st).max())
        if np.abs(st).max()<1e-5: break
    return b,np.sqrt(np.diag(np.linalg.inv(H)))
DISC=np.array([[1.0,1.65,1.40,1.15,0.85],[1.0,1.40,1.25,1.05,0.75],[1.0,1.10,1.05,0.85,0.65],[1.0,1.85,1.55,1.45,1.00]])
if __name__=="__main__":
    D=load(sys.argv[1]); D=D[D['ndisc']>0]; print(len(D)); te=D['game']%4==0; tr=~te
    t=D['tile'].astype(int); q=t%9; kind=np.where(t>=27,3,np.minimum(np.minimum(q,8-q),2))
    off=np.log(D['u']/D['tot']*D['ndisc']); y=D['cnt'].astype(float)
    pl=lambda m,y:(m-y*np.log(m)).mean()
    m0=np.exp(off)*DISC[kind,np.clip(D['u'],0,4)]; sc=y.sum()/m0.sum(); print("discards: flat",pl(np.exp(off[te])*(y.sum()/np.exp(off).sum()),y[te]),"table",pl(m0[te]*sc,y[te]))
    for nm,f in (("base",base),("rich",rich)):
        F=f(D); X=np.stack(list(F.values()),1); b,s=poisson(X[tr],y[tr],off[tr]); print(nm,pl(np.exp(off[te]+X[te]@b),y[te]))
    for k,a,c in zip(F,b,s): print("   %-10s %7.3f %6.1f"%(k,a,a/c))
    r=np.exp(X@b); print("spread of ln rate",np.std(np.log(r)), np.quantile(r,[.05,.25,.5,.75,.95]))
    k=D['wall'].astype(float); n=D['u'].astype(float); p0=D['walltot']/D['tot']; off=np.log(p0/(1-p0).clip(1e-3))
    bl=lambda p,k,n:-(k*np.log(p)+(n-k)*np.log(1-p)).sum()/n.sum()
    print("wall: flat",bl(p0[te].clip(1e-6,1-1e-6),k[te],n[te]))
    for nm,f in (("base",base),("rich",rich)):
        F=f(D); X=np.stack(list(F.values()),1); b,s=binom(X[tr],k[tr],n[tr],off[tr]); p=1/(1+np.exp(-(off+X@b))); print(nm,bl(p[te],k[te],n[te]))
    for kk,a,c in zip(F,b,s): print("   %-10s %7.3f %6.1f"%(kk,a,a/c))
    print("ratio p/p0",np.quantile(p/p0,[.02,.1,.25,.5,.75,.9,.98]))
    l=T=D['turn']>8; print("late ratio",np.quantile((p/p0)[l],[.02,.1,.25,.5,.75,.9,.98]))
