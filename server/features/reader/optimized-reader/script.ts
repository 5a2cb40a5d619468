import { idleTimeoutMs, minSessionMs } from "#shared/reading-activity/session.ts";
import { getInlineSource } from "./inline-source.ts";

/**
 * Reports position and reading time of signed-in readers from the optimized reader: the first visible
 * sentence ten seconds after scrolling and on leaving. Opening a page reports nothing.
 */
export const optimizedScript = `
(()=>{
const d=document.body.dataset,[from,to]=[+d.from,+d.to],count=+d.count||1,isLast="last" in d;
const getName=e=>e.dataset.s??e.id;
const all=[...document.querySelectorAll("main [id],main [data-s]")].filter(e=>/^s\\d+-\\d+$/.test(getName(e)));
const newId=()=>crypto.randomUUID?.()??"10000000-1000-4000-8000-100000000000".replace(/[018]/g,c=>(+c^crypto.getRandomValues(new Uint8Array(1))[0]&15>>+c/4).toString(16));
let base=Date.now()-performance.now();
const now=()=>{const w=Date.now(),t=performance.now();if(w-base-t>2000)base=w-t;return Math.round(base+t)};
const boxes={position:["/api/positions","events"],time:["/api/activity/sessions","sessions"]},unkept={};
const getKeys=box=>{const p="maktaba."+box+"."+d.user+".";try{return[p,Object.keys(localStorage).filter(k=>k.startsWith(p))]}catch{return[p,[]]}};
const read=k=>{try{return localStorage.getItem(k)??unkept[k]}catch{return unkept[k]}};
const drop=k=>{delete unkept[k];try{localStorage.removeItem(k)}catch{}};
const post=box=>{
const [p,kept]=getKeys(box),[path,name]=boxes[box],waiting=[...new Set([...kept,...Object.keys(unkept).filter(k=>k.startsWith(p))])].slice(0,100).map(k=>[k,read(k)]);
const items=waiting.flatMap(([,t])=>{try{return[JSON.parse(t)]}catch{return[]}});
if(!items.length)return;
fetch(path,{method:"POST",keepalive:true,credentials:"same-origin",headers:{"Content-Type":"application/json"},
body:JSON.stringify({reader:d.user,sentAt:new Date(now()).toISOString(),[name]:items})}).then(r=>{if(r.ok)for(const [k,t] of waiting)if(read(k)===t)drop(k)}).catch(()=>{});
};
const keep=(box,item)=>{const k=getKeys(box)[0]+item.id,t=JSON.stringify(item);try{localStorage.setItem(k,t)}catch{unkept[k]=t}};
const clamp=f=>Math.min(1,Math.max(0,f));
const first=()=>all.find(e=>e.getBoundingClientRect().bottom>0);
const isEnd=()=>innerHeight+scrollY>=document.documentElement.scrollHeight-2;
const getShare=n=>clamp(from+(to-from)*n/count);
const getNumber=e=>+getName(e).split("-")[1];
const begin=()=>{const e=first();return getShare(e?getNumber(e):0)};
const share=()=>isEnd()&&all.length?getShare(getNumber(all[all.length-1])+1):begin();

let last=null,moved=false,acted=false,timer;
const send=(sentence,fraction)=>{
keep("position",{id:newId(),bookId:d.book,place:{sentence,fraction:clamp(fraction)},at:new Date(now()).toISOString(),device:d.device,deliberate:true});
post("position");
};
const save=()=>{
clearTimeout(timer);timer=undefined;
if(!moved)return;
const e=first(),done=isLast&&isEnd(),key=e&&getName(e)+done;
if(!e||key===last)return;
last=key;
send(getName(e),done?1:getShare(getNumber(e)));
};

let run=null,lastAct=now(),counted=lastAct,isSeen=document.visibilityState==="visible",told=lastAct,at=begin(),ended=false;
const resume=()=>{
run=null;lastAct=counted=now();
try{const r=JSON.parse(sessionStorage.getItem("maktaba.light"));if(r&&r.user===d.user&&r.book===d.book&&lastAct-r.e<3000&&lastAct>=r.e){run=r;told=r.e}}catch{}
};
const tell=isOver=>{
if(!run||run.e-run.s<${minSessionMs})return;
let zone=Intl.DateTimeFormat().resolvedOptions().timeZone;
if(!zone){const m=-new Date().getTimezoneOffset(),two=n=>String(n).padStart(2,"0");zone=(m<0?"-":"+")+two(Math.floor(Math.abs(m)/60))+":"+two(Math.abs(m)%60)}
keep("time",{id:run.id,bookId:d.book,kind:"reading",startedAt:new Date(run.s).toISOString(),endedAt:new Date(run.e).toISOString(),zone,device:d.device,from:run.from,to:at,
...(run.read>0&&{read:Math.min(10,run.read)}),...(run.chapters>0&&{chapters:Math.min(500,run.chapters)})});
if(isOver||run.e-told>=${idleTimeoutMs}){told=run.e;post("time")}
};
const spend=()=>{
const t=now(),until=Math.min(t,lastAct+${idleTimeoutMs});
if(isSeen&&t-counted<=30000&&until>counted){
if(!run||counted-run.e>=3000||run.e-run.s>43200000){run={id:newId(),user:d.user,book:d.book,s:counted,e:counted,from:at,read:0,chapters:0};told=counted}
run.e=until;
try{sessionStorage.setItem("maktaba.light",JSON.stringify(run))}catch{}
}
counted=t;
if(until<t){tell(true);run=null}
};
const came=(f,isChapter)=>{
spend();
if(run){if(f>at)run.read+=f-at;if(isChapter&&!ended){ended=true;run.chapters++}}
at=f;
};
const act=()=>{spend();lastAct=counted=now()};
const leave=()=>{came(acted?share():at,acted&&isLast&&isEnd());tell(true);if(run)try{sessionStorage.setItem("maktaba.light",JSON.stringify(run))}catch{}};
setInterval(()=>{spend();tell(false)},5000);

addEventListener("scroll",()=>{
if(!isSeen||!acted){at=begin();return}
moved=true;timer??=setTimeout(save,10000);came(share(),isLast&&isEnd());
},{passive:true});
for(const kind of ["wheel","touchmove","keydown","pointerdown","pointermove"])addEventListener(kind,()=>{if(kind!=="pointermove")acted=true;if(now()-lastAct>=1000)act()},{passive:true});
addEventListener("visibilitychange",()=>{
const seen=document.visibilityState==="visible";
if(seen===isSeen)return;
if(!seen){save();leave()}else lastAct=counted=now();
isSeen=seen;
});
addEventListener("pagehide",()=>{save();if(isSeen)leave()});
addEventListener("pageshow",e=>{if(e.persisted){isSeen=document.visibilityState==="visible";ended=false;resume()}});
addEventListener("online",()=>{post("position");post("time")});
for(const a of document.querySelectorAll("a[data-s]"))a.addEventListener("click",e=>{
if(e.ctrlKey||e.metaKey||e.shiftKey)return;
moved=false;acted=false;
const isOn=+a.dataset.f>from+(to-from)*(all.length?getNumber(all[0]):0)/count;
if(isOn)came(Math.max(at,+a.dataset.f),!a.dataset.s.startsWith(all.length?getName(all[0]).split("-")[0]+"-":"-"));
send(a.dataset.s,+a.dataset.f);
});
resume();post("position");post("time");
})();
`.trim();

export const optimizedScriptSource = getInlineSource(optimizedScript);
