import sys
sys.path.insert(0,"/work/main")
from pathlib import Path
from mj_lab.agree import read_sources
from mj_bot.search.odds import Odds
from mj_bot.actions import action_space
K={"CHI":0,"PENG":1,"GANG":2}
kinds={"PASS":0,"PLAY":1,"CHI":2,"PENG":3,"GANG":4,"BUGANG":5,"HU":6}
f=open("/tmp/lab/dec.txt","w"); ff=open("/tmp/lab/decv.txt","w"); n=0
for src in read_sources(Path("/work/shared/data/botzone_matches.jsonl.gz")):
    if src.level not in ("leader","strong"): continue
    O=Odds()
    for d in src.decisions(None):
        if d.chosen is None: continue
        st,ch=d.state,d.chosen
        legal=action_space(st)
        if ch.kind=="HU" or len(legal)<2: continue
        if st.decision==2 and not any(a.kind in K for a in legal): continue
        if st.decision not in (1,2): continue
        if any(a.kind=="HU" for a in legal): continue
        o=[st.decision,st.seat,st.prevalent_wind,*st.walls,*st.hand,*st.shown]
        for s in range(4):
            o.append(len(st.melds[s]))
            for m in st.melds[s]: o+=[K[m.kind],-1 if m.tile is None else m.tile,m.offer]
        for s in range(4):
            o.append(len(st.discards[s]))
            for x in st.discards[s]: o+=[x.tile,-1 if x.claimed_by is None else x.claimed_by]
        o+=[-1 if st.offered is None else st.offered,st.turn]
        o+=[kinds[ch.kind],-1 if ch.tile is None else ch.tile,-1 if ch.chow is None else ch.chow]
        f.write(" ".join(map(str,o))+"\n"); n+=1
        if n%8==0:
            best=None
            for c in O.candidates(st):
                ff.write("%d %d %d %d %.6f %.6f %.6f\n"%(n-1,kinds[c.action.kind],-1 if c.action.tile is None else c.action.tile,-1 if c.action.chow is None else c.action.chow,c.worth,c.value,c.danger))
print(n)
