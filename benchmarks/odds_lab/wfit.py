import numpy as np
D=np.loadtxt('w2.txt'); print(D.shape)
n,seat,turn,dist,melds,om,walls,claim,lv,rate=D[:,:10].T; base=D[:,10:13]; res=D[:,13]; y=(res==1)*1.
T=np.minimum(turn,20)/10; th=np.log(np.exp(base).sum(1)); thr=1/(1+np.exp(-(base+6)))  # some scale
import sys
def fit(X,y,l2=.1,it=30):
    b=np.zeros(X.shape[1])
    for _ in range(it):
        p=1/(1+np.exp(-X@b)); g=X.T@(y-p)-l2*b; H=(X*(p*(1-p))[:,None]).T@X+l2*np.eye(len(b)); st=np.linalg.solve(H,g); b=b+st*min(1,1.5/np.abs(st).max())
        if np.abs(st).max()<1e-5: break
    return b
def run(nm,cols,sel,show=True):
    X=np.stack(cols,1)[sel]; yy=y[sel]; g=n[sel]; te=g%4==0; b=fit(X[~te],yy[~te]); p=1/(1+np.exp(-X[te]@b)); l=-(yy[te]*np.log(p)+(1-yy[te])*np.log(1-p)).mean()
    # clustered se by game over all
    b2=fit(X,yy); p2=1/(1+np.exp(-X@b2)); A=np.linalg.inv((X*(p2*(1-p2))[:,None]).T@X); s=X*(yy-p2)[:,None]; u,inv=np.unique(g,return_inverse=True); S=np.zeros((len(u),X.shape[1])); np.add.at(S,inv,s); se=np.sqrt(np.diag(A@(S.T@S)@A))
    print(nm,"ll %.5f"%l," ".join("%.3f(%.3f)"%(a,c) for a,c in zip(b2,se)))
    return b2
o=np.ones(len(y)); all_=np.ones(len(y),bool)
run("const",[o],all_); run("T lv",[o,lv,T,T*lv],all_); run("+th",[o,lv,T,T*lv,th,th*lv],all_); run("+th,T2",[o,lv,T,T*lv,th,th*lv,T*T,lv*lv],all_); run("+om",[o,lv,T,T*lv,th,th*lv,om],all_); run("+melds",[o,lv,T,T*lv,th,th*lv,melds,melds*T],all_); run("+rate",[o,lv,T,T*lv,th,th*lv,melds,rate],all_); run("+dist",[o,lv,T,T*lv,th,th*lv,melds,dist,dist*T],all_); run("+dist th",[o,lv,T,T*lv,th,th*lv,melds,dist,dist*th],all_);
run("dist1h",[o,lv,T,T*lv,th,th*lv,(dist==1)*1.,(dist==2)*1.,(dist>=4)*1.,(dist>=5)*1.,melds],all_)
run("by claim",[o,lv,T,T*lv,th,th*lv,(claim==1)*1.,(claim==2)*1.],all_)
pol=1/(1+np.exp(-(.69+.333*lv-1.8*T+.24*lv*T))); print("old curve ll",-(y*np.log(pol)+(1-y)*np.log(1-pol)).mean(), y.mean(),pol.mean())
print("---- T only")
b=run("T lv T2 lv2 rate",[o,lv,T,T*lv,T*T,lv*lv,rate],all_)
run("+rate*T",[o,lv,T,T*lv,T*T,lv*lv,rate,rate*T],all_)
run("+rate*lv",[o,lv,T,T*lv,T*T,lv*lv,rate,rate*lv],all_)
run("+pass",[o,lv,T,T*lv,T*T,lv*lv,rate,(claim==1)*1.,(claim==2)*1.,melds],all_)
run("+th",[o,lv,T,T*lv,T*T,lv*lv,rate,th,th*lv],all_)
run("+th pass",[o,lv,T,T*lv,T*T,lv*lv,rate,th,th*lv,(claim==1)*1.,(claim==2)*1.],all_)
run("+th lin",[o,lv,T,T*lv,T*T,lv*lv,rate,th],all_)
run("+th dist",[o,lv,T,T*lv,T*T,lv*lv,rate,th,th*lv,(dist==1)*1.,(dist==2)*1.,(dist>=4)*1.,(dist>=5)*1.],all_)
np.save('curve.npy',b)
