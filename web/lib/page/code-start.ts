/** The pages, by their routes, that are looked at before anything is done on them: their code comes after what is seen. */
export const codeWaitsOn = new Set(['pages/events/home', 'pages/events/discover-list', 'pages/events/event-detail'])

/** What a page's script and the names of its code are called while they wait for `codeStart`. */
export const later = 'later'

/** The events by which the page says that it hears its reader's presses from now on, that it can answer earlier ones, and that
 *  it has told its reader that it cannot. */
const hearing = 'page-hears'
const ready = 'page-answers'
const failing = 'page-fails'

/** The attribute of a part of the page whose code comes later than the page's (`island.tsx`). */
export const dehydrated = 'data-dehydrated'

/**
 * A script that begins to load the code of a page that waits for it: once what its reader sees is there, so that the code
 * takes nothing away from the picture and the letters, and at once for those who are signed in, who touch the page, or who
 * wait long for a picture. A button that is pressed before the page hears it is pressed again, once, when the page answers;
 * but for one that opens a menu, which it does by itself. A button in a part that is still dehydrated is pressed again when
 * that part answers, whether its reader pressed it or the page did so again. Where the reader was told that this failed, it
 * is not pressed again later.
 */
export const codeStart = `(function(page){
var pressed=new Set,hears=false
addEventListener('click',function(press){
var button=press.target.closest&&press.target.closest('button')
if(button&&!button.popoverTargetElement&&(!hears||button.closest('[${dehydrated}]')))pressed.add(button)
},true)
addEventListener('${hearing}',function(){hears=true})
addEventListener('${ready}',function(){
var again=pressed
pressed=new Set
again.forEach(function(button){if(button.isConnected)button.click()})
})
addEventListener('${failing}',function(){pressed.clear()})
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

/** A script for a page's head. The first date or number that a browser formats takes it long on a phone, and every page has
 *  some: this is done while the style sheet is on the line, when nothing can be painted yet. */
export const firstFormat = `;setTimeout(function(){new Intl.DateTimeFormat('en-US')})`

/** React hears presses from the moment at which it begins to hydrate, and keeps them until it can answer. */
export function announceHearing(): void {
  window.dispatchEvent(new Event(hearing))
}

export function announceReady(): void {
  window.dispatchEvent(new Event(ready))
}

/** Call it where the reader is told that what they pressed cannot be answered. */
export function announceFailing(): void {
  window.dispatchEvent(new Event(failing))
}

/** Calls back once the page answers its reader. */
export function whenReady(callBack: () => void): void {
  window.addEventListener(ready, callBack, { once: true })
}

/** Lets the code of a rendered page wait for `codeStart`, which is in the page. */
export function withCodeLater(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${later}"`)
    .replace(/<script( nonce="[^"]*")? type="module" async="">/, `<script$1 type="${later}">`)
}
