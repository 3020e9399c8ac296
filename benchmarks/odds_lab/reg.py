import numpy as np,sys
def load(*fs):
    rows=[]
    for f in fs:
        for l in open(f):
            v=l.split()
            if len(v)>=44: rows.append([float(x) for x in v[:44]])
    return np.array(rows)
def wls(X,y,names,w=None):
    if w is None:w=np.ones(len(y))
    A=(X*w[:,None]).T@X; b=(X*w[:,None]).T@y; c=np.linalg.solve(A,b); r=y-X@c
    M=(X*(w*r)[:,None]); cov=np.linalg.inv(A)@(M.T@M)@np.linalg.inv(A)
    for n,a,s in zip(names,c,np.sqrt(np.diag(cov))): print("  %-14s %8.3f +- %.3f  %5.1f"%(n,a,s,a/s))
    return c
if __name__=="__main__":
    D=load(*sys.argv[1:]); D[:,8]*=-1; print(len(D),"rows", "mean sd",np.sqrt(D[:,9].mean()))
    c=D[D[:,2]>=0]; d=D[D[:,2]<0]; print("claims",len(c),"discards",len(d))
    # claims: advantage of claim over pass
    bestpass=c[:,14]==0; adv=np.where(bestpass,c[:,8],-c[:,8]); 
    W=lambda col:np.log(np.maximum(col,1e-6))
    def cp(i,j): return np.where(bestpass,c[:,j],c[:,i]),np.where(bestpass,c[:,i],c[:,j])  # claim,pass
    wc,wp=cp(18,28); kc,_=cp(14,24); lr=W(wc)-W(wp)
    bad=(wp<1e-5)|(wc<1e-5); 
    for lo,hi in ((-2,.0),(0,.2),(.2,.4),(.4,.6),(.6,.8),(.8,1),(1,1.3),(1.3,2),(2,9)):
        m=(lr>=lo)&(lr<hi)
        if m.sum(): print("  ln(claim/pass) %.1f..%.1f n %d claim-pass %+.2f +- %.2f  (pass chosen %d)"%(lo,hi,m.sum(),adv[m].mean(),adv[m].std()/np.sqrt(m.sum()),bestpass[m].sum()))
    turn=c[:,3]; own=c[:,5]; oth=c[:,6]
    dc,dp=cp(22,32); rc,rp=cp(21,31); dgc,_=cp(20,30)
    def wch(w,t): s=W(w); t=np.minimum(t,20); return 1/(1+np.exp(-(.69+.333*s-.18*t+.024*s*t)))
    P=lambda w,t: 53*wch(w,t)
    base=P(wc,turn)-P(wp,turn)
    pas=P(wp,turn)
    o=np.ones(len(c)); chow=(kc==2).astype(float); kong=(kc>=4).astype(float)
    print("claims: fit"); 
    wls(np.c_[o,base],adv,["1","dP"])
    wls(np.c_[o,base,-dgc*(13+P(wc,turn))],adv,["1","dP","danger"])
    wls(np.c_[o,lr],adv,["1","lnratio"])
    wls(np.c_[o,base,P(wc,turn),pas*0+turn/10,own,oth,chow,kong,dc-3,(dc-dp+1)],adv,["1","dP","P","turn/10","own melds","others","chow","kong","dist-3","ddist"])
    for nm,i in (("slack2",34),("lam.5",36),("lam2",38),("lam1.2",40),("ex.5",42)):
        a,b=cp(i,i+1); l2=W(a)-W(b); ok=(a>1e-6)&(b>1e-6)
        print(nm,ok.mean()); wls(np.c_[o,lr,l2][ok],adv[ok],["1","lnr","lnr2"]); r=adv[ok]-np.c_[o,l2][ok]@np.linalg.lstsq(np.c_[o,l2][ok],adv[ok],rcond=None)[0]; print("   corr",np.corrcoef(l2[ok],adv[ok])[0,1], "of lr",np.corrcoef(lr[ok],adv[ok])[0,1])
