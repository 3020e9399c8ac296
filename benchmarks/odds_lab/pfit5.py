from pfit import *
D=load('p.bin'); D=D[D['ndisc']>0]; te=D['game']%4==0; tr=~te
k=D['wall'].astype(float); n=D['u'].astype(float); p0=D['walltot']/D['tot']; off=np.log(p0/(1-p0).clip(1e-3)); offd=np.log(D['u']/D['tot']*D['ndisc']); y=D['cnt'].astype(float)
bl=lambda p,k,n:-(k*np.log(p)+(n-k)*np.log(1-p)).sum()/n.sum(); pl=lambda m,y:(m-y*np.log(m)).mean()
F=rich(D); t=D['tile'].astype(int); T=np.minimum(D['turn'],20)/10.; hon=t>=27
F['hon T']=hon*T; F['hon T2']=hon*T*T; F['num T']=(~hon)*T; F['num T2']=(~hon)*T*T; F['num vis']=D['vis']*(~hon); F['hon vis']=D['vis']*hon; F['num']=(~hon)*1.;F['num no way']=F['no way']
S=['num','num T','num T2','k0','k0*T','k1','k3','hon T','hon T2','u1','u2','hon u1','num vis','hon vis','no way','ways','new','ever','nd1','nd2','th']
X=np.stack([F[x] for x in S],1)
b,_=binom(X[tr],k[tr],n[tr],off[tr]); p=1/(1+np.exp(-(off+X@b))); c,_=poisson(X[tr],y[tr],offd[tr]); print(len(S),"wall %.5f disc %.5f"%(bl(p[te],k[te],n[te]),pl(np.exp(offd[te]+X[te]@c),y[te])))
b,sb=binom(X,k,n,off); c,sc=poisson(X,y,offd)
for z,a,e,a2,e2 in zip(S,b,sb,c,sc): print("   %-10s %7.3f %6.1f   %7.3f %6.1f"%(z,a,a/e,a2,a2/e2))
