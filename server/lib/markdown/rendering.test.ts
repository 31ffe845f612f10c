import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownProblem } from '#contract/markdown.ts'
import { hostileTexts } from '#server/testing/markdown/hostile-markdown.ts'
import { markdownTexts } from '#server/testing/markdown/markdown-texts.ts'
import { problemIn } from '#server/testing/markdown/strict-html.ts'
import { plainText } from './renderer.ts'
import { render } from './rendering.ts'

test.each([
  [
    'headings are one level lower than written',
    '# a\n\n## b\n\n### c\n\n###### d',
    '<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h6>d</h6>\n',
  ],
  [
    'links open elsewhere with nofollow',
    '[a](https://b.c "d")',
    '<p><a href="https://b.c" title="d" target="_blank" rel="noopener noreferrer nofollow">a</a></p>\n',
  ],
  ['a link within the text stays on the page', '[a](#b)', '<p><a href="#b">a</a></p>\n'],
  [
    'links to paths of this site are removed',
    '[log *out*](/logout) [b](//c.d) [e](https:f)',
    '<p>log <em>out</em> b e</p>\n',
  ],
  ['links with scripts are removed', '[a](javascript:b) <javascript:c> [d](data:e)', '<p>a javascript:c d</p>\n'],
  [
    'web and email addresses become links, names with dots do not',
    'www.a.com/b. c@d.com node.js',
    '<p><a href="http://www.a.com/b" target="_blank" rel="noopener noreferrer nofollow">www.a.com/b</a>. ' +
      '<a href="mailto:c@d.com" target="_blank" rel="noopener noreferrer nofollow">c@d.com</a> node.js</p>\n',
  ],
  [
    'pictures load lazily and over https only',
    '![a *b*](https://c.d/e.png) ![f](http://g.h) ![i](/logout)',
    '<p><img src="https://c.d/e.png" alt="a b" loading="lazy"> f i</p>\n',
  ],
  ['HTML is text', '<b onclick="c">d</b>', '<p>&lt;b onclick=&quot;c&quot;&gt;d&lt;/b&gt;</p>\n'],
  [
    'task boxes become symbols',
    '- [ ] a\n- [x] b\n- [c] d',
    '<ul>\n<li class="task-list-item"><span role="img" aria-label="To do">☐</span> a</li>\n' +
      '<li class="task-list-item"><span role="img" aria-label="Done">☑</span> b</li>\n<li>[c] d</li>\n</ul>\n',
  ],
  [
    'tables can be scrolled by keyboard, and cells are aligned by class',
    '|a|\n|-:|\n|b|',
    '<section tabindex="0" aria-label="Table">\n<table>\n<thead>\n<tr>\n<th class="align-right">a</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td class="align-right">b</td>\n</tr>\n</tbody>\n</table>\n</section>\n',
  ],
  [
    'footnote ids contain the name of the text',
    'a[^b]\n\n[^b]: c',
    '<p>a<sup class="footnote-ref"><a href="#fn-about-1" id="fnref-about-1">[1]</a></sup></p>\n<hr>\n<ol class="footnotes">\n' +
      '<li id="fn-about-1" class="footnote-item"><p>c <a href="#fnref-about-1" class="footnote-backref">↩︎</a></p>\n</li>\n</ol>\n',
  ],
  [
    'a footnote inside a footnote becomes part of it',
    'a[^b]\n\n[^b]: > c\n    > [^d]: e',
    '<p>a<sup class="footnote-ref"><a href="#fn-about-1" id="fnref-about-1">[1]</a></sup></p>\n<hr>\n<ol class="footnotes">\n' +
      '<li id="fn-about-1" class="footnote-item"><blockquote>\n<p>c</p>\n<p>e</p>\n</blockquote>\n' +
      ' <a href="#fnref-about-1" class="footnote-backref">↩︎</a></li>\n</ol>\n',
  ],
])('%s', (_, text, html) => {
  expect(render(text, 'about')).toBe(html)
  expect(problemIn(html)).toBe('')
})

test('our own pages may have headings with IDs, and links and pictures from this site', () => {
  const text = '## Your rights!\n\n[a](/jobs) ![b](/press/c.svg) ![d](http://e.f) <b>'

  expect(render(text, 'about', 'us')).toBe(
    '<h2 id="your-rights">Your rights!</h2>\n' +
      '<p><a href="/jobs">a</a> <img src="/press/c.svg" alt="b" loading="lazy"> d &lt;b&gt;</p>\n',
  )
})

test.each(Object.entries(hostileTexts))('%s: rendered as strict HTML, or refused', (_, text) => {
  if (markdownProblem(text) === null) expect(problemIn(render(text, 'about'))).toBe('')
})

test('any text becomes strict HTML', () => {
  fc.assert(
    fc.property(markdownTexts(2_000), (text) => {
      expect(problemIn(render(text, 'about'))).toBe('')
      expect(problemIn(plainText(text))).toBe('')
    }),
    { seed: 40, numRuns: 1_500 },
  )
})

test('no accepted text is nested so deeply that the parser drops it', () => {
  fc.assert(
    fc.property(markdownTexts(2_000), (text) => {
      const closing = 'the very last words'
      const whole = `${text}\n\n${closing}`
      fc.pre(markdownProblem(whole) === null)
      expect(render(whole, 'about')).toContain(closing)
    }),
    { seed: 40, numRuns: 1_500 },
  )
})

test('plain text keeps its lines, without any Markdown', () => {
  expect(plainText('<b>"a" & \'b\'</b>\r\n*c*')).toBe(
    '<p>&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;<br>\n*c*</p>\n',
  )
})
