/** What a page's script and the names of its code are called while they wait for `codeStart`. */
export const later = 'later'

/** The event by which the page says that it answers to its reader. */
const ready = 'ready'

/**
 * A script that begins to load the code of a page that waits for it: once what its reader sees is there, so that the code
 * takes nothing away from the picture and the letters, and at once for those who are signed in, who touch the page, or who
 * wait long for a picture. A button that is pressed before the page answers is pressed again, once, when it does.
 */
export const codeStart = `(function(page){
var pressed=new Set
function note(press){var button=press.target.closest&&press.target.closest('button');if(button)pressed.add(button)}
addEventListener('click',note,true)
addEventListener('${ready}',function(){
removeEventListener('click',note,true)
pressed.forEach(function(button){if(button.isConnected)button.click()})
},{once:true})
var code=page.querySelector('script[type=${later}]')
if(!code)return
function begin(){
if(!code)return
page.querySelectorAll('link[rel=${later}]').forEach(function(link){link.rel='modulepreload'})
var script=page.createElement('script')
script.type='module'
script.textContent=code.textContent
page.head.append(script)
code=null
}
if('session' in page.documentElement.dataset||page.hidden)return begin()
function afterPaint(){requestAnimationFrame(function(){setTimeout(begin)})}
if(page.readyState==='complete')afterPaint()
else addEventListener('load',afterPaint)
for(var touch of ['pointerdown','keydown'])addEventListener(touch,begin,{once:true,capture:true})
setTimeout(begin,1500)
})(document)`

/** Says that the page answers from now on. */
export function announceReady(): void {
  window.dispatchEvent(new Event(ready))
}

/** Lets the code of a rendered page wait for `codeStart`, which is in the page. */
export function withCodeLater(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${later}"`)
    .replace(/<script( nonce="[^"]*")? type="module" async="">/, `<script$1 type="${later}">`)
}
