import { inlineSource } from "./inline-source.ts";

/**
 * Keeps the place of who is signed in: the first sentence in view, ten seconds after a scroll and when the page is left,
 * and the first of the next page when that is turned to. Opening alone writes nothing.
 */
export const lightScript = `
(()=>{
const d=document.body.dataset,[from,to]=[+d.from,+d.to],count=+d.count||1;
const all=[...document.querySelectorAll("main [id]")].filter(e=>/^s\\d+-\\d+$/.test(e.id));
let last=null,moved=false,timer;
const newId=()=>crypto.randomUUID?.()??"10000000-1000-4000-8000-100000000000".replace(/[018]/g,c=>(+c^crypto.getRandomValues(new Uint8Array(1))[0]&15>>+c/4).toString(16));
const send=(sentence,fraction)=>{
const now=new Date().toISOString();
const place={sentence,fraction:Math.min(1,Math.max(0,fraction))};
fetch("/api/positions",{method:"POST",keepalive:true,credentials:"same-origin",headers:{"Content-Type":"application/json"},
body:JSON.stringify({sentAt:now,events:[{id:newId(),bookId:d.book,place,at:now,device:d.device,deliberate:true}]})}).catch(()=>{last=null});
};
const save=()=>{
clearTimeout(timer);timer=undefined;
if(!moved)return;
const first=all.find(e=>e.getBoundingClientRect().bottom>0);
if(!first||first.id===last)return;
last=first.id;
send(last,from+(to-from)*(+last.split("-")[1])/count);
};
addEventListener("scroll",e=>{if(document.visibilityState==="visible"&&acted){moved=true;timer??=setTimeout(save,10000)}},{passive:true});
let acted=false;
for(const act of ["wheel","touchmove","keydown","pointerdown"])addEventListener(act,()=>{acted=true},{passive:true});
addEventListener("visibilitychange",()=>{if(document.visibilityState==="hidden")save()});
addEventListener("pagehide",save);
for(const a of document.querySelectorAll("a[data-s]"))a.addEventListener("click",e=>{
if(e.ctrlKey||e.metaKey||e.shiftKey)return;
moved=false;send(a.dataset.s,+a.dataset.f);
});
})();
`.trim();

/** What the page's policy calls it by. */
export const lightScriptSource = inlineSource(lightScript);
