import sys; sys.path.insert(0,"/work/main")
import numpy as np
from mj_bot.search.shapes import load_table
T=load_table(); f=open("/tmp/lab/table.raw","wb")
np.array([len(T.suit.code),len(T.honours.code),T.fronts.shape[1],T.backs.shape[1],len(T)],np.int32).tofile(f)
for a in (T.suit.counts,T.suit.code,T.suit.pair,T.honours.counts,T.honours.code,T.honours.pair): a.tofile(f)
T.fronts[0].astype(np.uint16).tofile(f);T.fronts[1].astype(np.uint16).tofile(f);T.starts.astype(np.int32).tofile(f)
T.backs[0].astype(np.uint16).tofile(f);T.backs[1].astype(np.uint16).tofile(f);T.back_of.astype(np.int32).tofile(f);T.fan.tofile(f)
print(T.suit.code.dtype,T.suit.pair.dtype,T.fronts.shape,T.backs.shape,len(T))
