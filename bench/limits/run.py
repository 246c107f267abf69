import os,sys,time,shlex,signal,subprocess,random,resource,threading
G=sys.argv[1]; CASES=sys.argv[2]; OUT=sys.argv[3]; modes=sys.argv[4].split(','); pat=sys.argv[5] if len(sys.argv)>5 else ''
T='/tmp/lim/files'; os.makedirs(T,exist_ok=True)
def w(n,f):
    p=f'{T}/{n}'
    if not os.path.exists(p): open(p,'w').write(f())
    return p
def edges():
    r=random.Random(1); return 'hackenbush '+' '.join(f'{r.randrange(max(0,i-50),i)}-{i}' for i in range(1,10**6+1))+'\n'
def bubbles():
    r=random.Random(2); o=0; s=[]
    for i in range(10**6):
        c=min(o,r.randrange(3)); s.append(')'*c+'('); o+=1-c
    return 'bubbly '+''.join(s)+')'*o+'\n'
G_={
 'bubbles':lambda:w('bubbles',bubbles),'chain':lambda:w('chain',lambda:'bubbly '+'('*10**6+')'*10**6+'\n'),
 'edges':lambda:w('edges',edges),'nimbers':lambda:w('nimbers',lambda:' + '.join(f'*{i%7+1}' for i in range(10**6))+'\n'),
 'terms':lambda:w('terms',lambda:' + '.join(f'cram {2+i%3}x{3+i%4}' if i%2 else f'2d-nim {1+i%3}x{2+i%4}' for i in range(3000))+'\n'),
 'period':lambda:w('period',lambda:open('/tmp/lim/period.txt').read()),
}
def rnd(*a): return subprocess.run([G,'random',*a],capture_output=True,text=True).stdout.strip()
grid=rnd('hackenbush','--edges','60','--shape','grid'); forest=rnd('bubbly','--size','60')
cnt=0
def expand(a):
    global cnt
    if a=='{grid}': return grid
    if a=='{forest}': return forest
    if a in('{dir}','{out}'):
        cnt+=1; return f'/tmp/lim/files/new{os.getpid()}-{cnt}'+('.svg' if a=='{out}' else '')
    if a.startswith('{'): return G_[a[1:-1]]()
    return a
def run(args,extra,sig=None,timeout=60):
    t0=time.time()
    p=subprocess.Popen([G]+args+extra,stdin=subprocess.PIPE,stdout=subprocess.DEVNULL,stderr=subprocess.PIPE)
    p.stdin.close()
    err=[]
    th=threading.Thread(target=lambda:err.append(p.stderr.read(300))); th.start()
    timers=[threading.Timer(timeout,p.kill)]
    if sig: timers.append(threading.Timer(sig,lambda:p.send_signal(signal.SIGINT)))
    for t in timers:t.start()
    _,st,ru=os.wait4(p.pid,0); el=time.time()-t0; p.returncode=0
    for t in timers:t.cancel()
    code=os.waitstatus_to_exitcode(st)
    return code,el,ru.ru_utime+ru.ru_stime,ru.ru_maxrss*1024,(err[0] if err else b'').decode(errors='replace').split('\n')[0]
out=open(OUT,'a')
for l in open(CASES):
    l=l.strip()
    if not l or l[0]=='#': continue
    head,cmd=l.split(':',1); marks,name=head.split(' ',1)
    if pat and pat not in name: continue
    for mode in modes:
        k,v=mode[0],mode[1:]
        args=[expand(a) for a in shlex.split(cmd)]
        if k=='m':
            if 'm' not in marks: continue
            x=['--memory',v+'M']+(['--time','25s'] if 't' in marks else [])
            c,el,cpu,rss,e=run(args,x); M=int(v)*1e6; bad='FAULT' if rss>1.25*M+20e6 else ''
            s=f'{name}\tmemory {v}M\tseen {rss/1e6:.0f} MB\tratio {rss/M:.2f}\texit {c} after {el:.1f}s cpu {cpu:.1f}\t{bad}\t{e}'
        elif k=='t':
            if 't' not in marks: continue
            c,el,cpu,rss,e=run(args,['--time',v+'s']); t=float(v); bad='FAULT?' if min(el,cpu)>t+.3 else ('late' if el>t+.3 else '')
            s=f'{name}\ttime {v}s\tseen {el:.2f} s (cpu {cpu:.2f})\tover {el-t:+.2f}\texit {c}\t{bad}\trss {rss/1e6:.0f} MB {e}'
        else:
            c,el,cpu,rss,e=run(args,[],sig=1.0); bad='FAULT?' if min(el,cpu)>1.3 else ('late' if el>1.3 else '')
            if c<0: bad='KILLED BY SIGNAL'
            s=f'{name}\tCtrl-C 1s\tseen {el:.2f} s (cpu {cpu:.2f})\tover {el-1:+.2f}\texit {c}\t{bad}\trss {rss/1e6:.0f} MB {e}'
        out.write(s+'\n'); out.flush()
        subprocess.run('rm -rf /tmp/lim/files/new*',shell=True)
