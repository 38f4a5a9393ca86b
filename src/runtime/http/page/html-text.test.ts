import { describe, expect, it } from 'vitest'
import { decodeEntities, textOfName } from './html-text.ts'

describe('names that may be HTML', () => {
  it.each([
    ['Caf&eacute; &#8211; 250 g', 'Café – 250 g'],
    ['Caf&eacute; <b>molido</b> &amp; miel', 'Café molido & miel'],
    ['&ntilde; &Ntilde; &uuml; &iexcl; &ordm; &frac12; &euro; &trade;', 'ñ Ñ ü ¡ º ½ € ™'],
    ['Mam&aacute;&rsquo;s &ldquo;pan&rdquo; &hellip; &ndash; &mdash;', 'Mamá’s “pan” … – —'],
    ['&apos;&quot;&#039;&#x27;&#X2019;&#146;', `'"''’’`],
    ['5 &lt; 6 &gt; 4, H<sub>2</sub>O', '5 < 6 > 4, H 2 O'],
    ['a < b > c, 1<2, <3 café, talla <M>', 'a < b > c, 1<2, <3 café, talla <M>'],
    [
      '&amp;eacute; &unknown; &; R&D; &#xD800; &#0; &#99999999;',
      '&eacute; &unknown; &; R&D; � � �',
    ],
    ['  Miel&nbsp;de <br/>abeja <!-- oferta -->\n', 'Miel de abeja'],
    ['&lt;b&gt;', '<b>'],
  ])('textOfName turns %j into %j', (name, text) => expect(textOfName(name)).toBe(text))

  it('decodeEntities decodes every HTML 4 name and leaves other text unchanged', () => {
    expect(decodeEntities('&alpha;&Omega;&larr;&sum;&hearts;&diams;&thetasym;&sdot;')).toBe(
      'αΩ←∑♥♦ϑ⋅',
    )
    expect(decodeEntities('AT&T & co; 100% &eacute')).toBe('AT&T & co; 100% &eacute')
  })
})
