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
    'headings stand below those of the page',
    '# a\n\n## b\n\n### c\n\n###### d',
    '<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h6>d</h6>\n',
  ],
  [
    'links leave the page and vouch for nothing',
    '[a](https://b.c "d")',
    '<p><a href="https://b.c" title="d" target="_blank" rel="noopener noreferrer nofollow">a</a></p>\n',
  ],
  ['a link within the text stays on the page', '[a](#b)', '<p><a href="#b">a</a></p>\n'],
  [
    'a link to a path of our own is none',
    '[log *out*](/logout) [b](//c.d) [e](https:f)',
    '<p>log <em>out</em> b e</p>\n',
  ],
  ['a link that runs is none', '[a](javascript:b) <javascript:c> [d](data:e)', '<p>a javascript:c d</p>\n'],
  [
    'web and mail addresses are links, names with dots are not',
    'www.a.com/b. c@d.com node.js',
    '<p><a href="http://www.a.com/b" target="_blank" rel="noopener noreferrer nofollow">www.a.com/b</a>. ' +
      '<a href="mailto:c@d.com" target="_blank" rel="noopener noreferrer nofollow">c@d.com</a> node.js</p>\n',
  ],
  [
    'pictures come late and over https only',
    '![a *b*](https://c.d/e.png) ![f](http://g.h) ![i](/logout)',
    '<p><img src="https://c.d/e.png" alt="a b" loading="lazy"> f i</p>\n',
  ],
  ['HTML is text', '<b onclick="c">d</b>', '<p>&lt;b onclick=&quot;c&quot;&gt;d&lt;/b&gt;</p>\n'],
  [
    'boxes are signs',
    '- [ ] a\n- [x] b\n- [c] d',
    '<ul>\n<li class="task-list-item"><span role="img" aria-label="To do">☐</span> a</li>\n' +
      '<li class="task-list-item"><span role="img" aria-label="Done">☑</span> b</li>\n<li>[c] d</li>\n</ul>\n',
  ],
  [
    'the keyboard reaches a table to scroll it, whose cells are aligned by a class',
    '|a|\n|-:|\n|b|',
    '<section tabindex="0" aria-label="Table">\n<table>\n<thead>\n<tr>\n<th class="align-right">a</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td class="align-right">b</td>\n</tr>\n</tbody>\n</table>\n</section>\n',
  ],
  [
    'footnotes of one text do not lead to those of another',
    'a[^b]\n\n[^b]: c',
    '<p>a<sup class="footnote-ref"><a href="#fn-about-1" id="fnref-about-1">[1]</a></sup></p>\n<hr>\n<ol class="footnotes">\n' +
      '<li id="fn-about-1" class="footnote-item"><p>c <a href="#fnref-about-1" class="footnote-backref">↩︎</a></p>\n</li>\n</ol>\n',
  ],
  [
    'a footnote within a footnote is part of it',
    'a[^b]\n\n[^b]: > c\n    > [^d]: e',
    '<p>a<sup class="footnote-ref"><a href="#fn-about-1" id="fnref-about-1">[1]</a></sup></p>\n<hr>\n<ol class="footnotes">\n' +
      '<li id="fn-about-1" class="footnote-item"><blockquote>\n<p>c</p>\n<p>e</p>\n</blockquote>\n' +
      ' <a href="#fnref-about-1" class="footnote-backref">↩︎</a></li>\n</ol>\n',
  ],
])('%s', (_, text, html) => {
  expect(render(text, 'about')).toBe(html)
  expect(problemIn(html)).toBe('')
})

test('our own pages have headings with names to link to, and links and pictures of our own', () => {
  const text = '## Your rights!\n\n[a](/jobs) ![b](/press/c.svg) ![d](http://e.f) <b>'

  expect(render(text, 'about', 'us')).toBe(
    '<h2 id="your-rights">Your rights!</h2>\n' +
      '<p><a href="/jobs">a</a> <img src="/press/c.svg" alt="b" loading="lazy"> d &lt;b&gt;</p>\n',
  )
})

test.each(Object.entries(hostileTexts))('%s become strict HTML, or are refused', (_, text) => {
  if (markdownProblem(text) === null) expect(problemIn(render(text, 'about'))).toBe('')
})

test('whatever is written becomes strict HTML', () => {
  fc.assert(
    fc.property(markdownTexts(2_000), (text) => {
      expect(problemIn(render(text, 'about'))).toBe('')
      expect(problemIn(plainText(text))).toBe('')
    }),
    { seed: 40, numRuns: 1_500 },
  )
})

test('nothing that may be written stands so deep that it is left out', () => {
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

test('plain text keeps its lines, and no mark of it means anything', () => {
  expect(plainText('<b>"a" & \'b\'</b>\r\n*c*')).toBe(
    '<p>&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;<br>\n*c*</p>\n',
  )
})
