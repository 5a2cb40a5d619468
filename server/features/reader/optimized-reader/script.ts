import { idleTimeoutMs, minSessionMs } from "#shared/reading-activity/session.ts";
import { getInlineSource } from "./inline-source.ts";

/**
 * Reports position and reading time of signed-in readers from the optimized reader: the first visible
 * sentence ten seconds after scrolling and on leaving. Opening a page reports nothing.
 */
export const optimizedScript = `
(()=>{
const d=document.body.dataset,[from,to]=[+d.from,+d.to],count=+d.count||1,isLast="last" in d;
const getSentence=e=>e.dataset.s??e.id;
const all=[...document.querySelectorAll("main [id],main [data-s]")].filter(e=>/^s\\d+-\\d+$/.test(getSentence(e)));
const newId=()=>crypto.randomUUID?.()??"10000000-1000-4000-8000-100000000000".replace(/[018]/g,c=>(+c^crypto.getRandomValues(new Uint8Array(1))[0]&15>>+c/4).toString(16));
let base=Date.now()-performance.now();
const now=()=>{const w=Date.now(),t=performance.now();if(w-base-t>2000)base=w-t;return Math.round(base+t)};
const queues={position:["/api/positions","events"],time:["/api/activity/sessions","sessions"]},memoryQueue={};
const getKeys=queue=>{const p="maktaba."+queue+"."+d.user+".";try{return[p,Object.keys(localStorage).filter(k=>k.startsWith(p))]}catch{return[p,[]]}};
const read=k=>{try{return localStorage.getItem(k)??memoryQueue[k]}catch{return memoryQueue[k]}};
const drop=k=>{delete memoryQueue[k];try{localStorage.removeItem(k)}catch{}};
const post=queue=>{
const [p,storedKeys]=getKeys(queue),[path,name]=queues[queue],waiting=[...new Set([...storedKeys,...Object.keys(memoryQueue).filter(k=>k.startsWith(p))])].slice(0,100).map(k=>[k,read(k)]);
const items=waiting.flatMap(([,t])=>{try{return[JSON.parse(t)]}catch{return[]}});
if(!items.length)return;
fetch(path,{method:"POST",keepalive:true,credentials:"same-origin",headers:{"Content-Type":"application/json"},
body:JSON.stringify({reader:d.user,sentAt:new Date(now()).toISOString(),[name]:items})}).then(r=>{if(r.ok)for(const [k,t] of waiting)if(read(k)===t)drop(k)}).catch(()=>{});
};
const enqueue=(queue,item)=>{const k=getKeys(queue)[0]+item.id,t=JSON.stringify(item);try{localStorage.setItem(k,t)}catch{memoryQueue[k]=t}};
const clamp=f=>Math.min(1,Math.max(0,f));
const first=()=>all.find(e=>e.getBoundingClientRect().bottom>0);
const isEnd=()=>innerHeight+scrollY>=document.documentElement.scrollHeight-2;
const getFraction=n=>clamp(from+(to-from)*n/count);
const getNumber=e=>+getSentence(e).split("-")[1];
const getStart=()=>{const e=first();return getFraction(e?getNumber(e):0)};
const getEnd=()=>isEnd()&&all.length?getFraction(getNumber(all[all.length-1])+1):getStart();

let last=null,hasScrolled=false,hasInput=false,timer;
const reportPosition=(sentence,fraction)=>{
enqueue("position",{id:newId(),bookId:d.book,locator:{sentence,fraction:clamp(fraction)},at:new Date(now()).toISOString(),device:d.device,isDeliberate:true});
post("position");
};
const savePosition=()=>{
clearTimeout(timer);timer=undefined;
if(!hasScrolled)return;
const e=first(),done=isLast&&isEnd(),key=e&&getSentence(e)+done;
if(!e||key===last)return;
last=key;
reportPosition(getSentence(e),done?1:getFraction(getNumber(e)));
};

let session=null,lastActivity=now(),countedUntil=lastActivity,isSeen=document.visibilityState==="visible",reportedUntil=lastActivity,at=getStart(),isChapterRead=false;
const resume=()=>{
session=null;lastActivity=countedUntil=now();
try{const r=JSON.parse(sessionStorage.getItem("maktaba.reading-session"));if(r&&r.user===d.user&&r.book===d.book&&lastActivity-r.e<3000&&lastActivity>=r.e){session=r;reportedUntil=r.e}}catch{}
};
const reportSession=isOver=>{
if(!session||session.e-session.s<${minSessionMs})return;
let zone=Intl.DateTimeFormat().resolvedOptions().timeZone;
if(!zone){const m=-new Date().getTimezoneOffset(),two=n=>String(n).padStart(2,"0");zone=(m<0?"-":"+")+two(Math.floor(Math.abs(m)/60))+":"+two(Math.abs(m)%60)}
enqueue("time",{id:session.id,bookId:d.book,kind:"reading",startedAt:new Date(session.s).toISOString(),endedAt:new Date(session.e).toISOString(),zone,device:d.device,from:session.from,to:at,
...(session.read>0&&{read:Math.min(10,session.read)}),...(session.chapters>0&&{chapters:Math.min(500,session.chapters)})});
if(isOver||session.e-reportedUntil>=${idleTimeoutMs}){reportedUntil=session.e;post("time")}
};
const countTime=()=>{
const t=now(),until=Math.min(t,lastActivity+${idleTimeoutMs});
if(isSeen&&t-countedUntil<=30000&&until>countedUntil){
if(!session||countedUntil-session.e>=3000||session.e-session.s>43200000){session={id:newId(),user:d.user,book:d.book,s:countedUntil,e:countedUntil,from:at,read:0,chapters:0};reportedUntil=countedUntil}
session.e=until;
try{sessionStorage.setItem("maktaba.reading-session",JSON.stringify(session))}catch{}
}
countedUntil=t;
if(until<t){reportSession(true);session=null}
};
const moveTo=(f,isChapter)=>{
countTime();
if(session){if(f>at)session.read+=f-at;if(isChapter&&!isChapterRead){isChapterRead=true;session.chapters++}}
at=f;
};
const onActivity=()=>{countTime();lastActivity=countedUntil=now()};
const pause=()=>{moveTo(hasInput?getEnd():at,hasInput&&isLast&&isEnd());reportSession(true);if(session)try{sessionStorage.setItem("maktaba.reading-session",JSON.stringify(session))}catch{}};
setInterval(()=>{countTime();reportSession(false)},5000);

addEventListener("scroll",()=>{
if(!isSeen||!hasInput){at=getStart();return}
hasScrolled=true;timer??=setTimeout(savePosition,10000);moveTo(getEnd(),isLast&&isEnd());
},{passive:true});
for(const kind of ["wheel","touchmove","keydown","pointerdown","pointermove"])addEventListener(kind,()=>{if(kind!=="pointermove")hasInput=true;if(now()-lastActivity>=1000)onActivity()},{passive:true});
addEventListener("visibilitychange",()=>{
const seen=document.visibilityState==="visible";
if(seen===isSeen)return;
if(!seen){savePosition();pause()}else lastActivity=countedUntil=now();
isSeen=seen;
});
addEventListener("pagehide",()=>{savePosition();if(isSeen)pause()});
addEventListener("pageshow",e=>{if(e.persisted){isSeen=document.visibilityState==="visible";isChapterRead=false;resume()}});
addEventListener("online",()=>{post("position");post("time")});
for(const a of document.querySelectorAll("a[data-s]"))a.addEventListener("click",e=>{
if(e.ctrlKey||e.metaKey||e.shiftKey)return;
hasScrolled=false;hasInput=false;
const isForward=+a.dataset.f>from+(to-from)*(all.length?getNumber(all[0]):0)/count;
if(isForward)moveTo(Math.max(at,+a.dataset.f),!a.dataset.s.startsWith(all.length?getSentence(all[0]).split("-")[0]+"-":"-"));
reportPosition(a.dataset.s,+a.dataset.f);
});
resume();post("position");post("time");
})();
`.trim();

export const optimizedScriptSource = getInlineSource(optimizedScript);
