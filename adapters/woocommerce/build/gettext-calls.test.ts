import { expect, it } from 'vitest'
import { gettextCalls } from './gettext-calls.ts'

const calls = (source: string) => gettextCalls(source, 'shop')

it('a text keeps its escaped quotes, line and comment', () => {
  const source = `<?php
/* translators: %s: a
 * name */
echo esc_html( sprintf( __( 'It\\'s %s', 'shop' ), $name ) );`
  expect(calls(source)).toEqual([{ text: "It's %s", line: 4, comment: 'translators: %s: a name' }])
})

it('a comment of an earlier statement belongs to no later text', () => {
  const source = "/* translators: %s: a name */\n\n\n__( 'Other', 'shop' );"
  expect(calls(source)).toEqual([{ text: 'Other', line: 4 }])
})

it('plural and context are read at their own places', () => {
  const source = `_n( 'One', 'Many', $n, 'shop' ); _x( 'Post', 'verb', 'shop' ); _nx( 'A', 'B', f( 1, 2 ), 'c', "shop" );`
  expect(calls(source)).toEqual([
    { text: 'One', plural: 'Many', line: 1 },
    { text: 'Post', context: 'verb', line: 1 },
    { text: 'A', plural: 'B', context: 'c', line: 1 },
  ])
})

it('texts of other domains, in comments, in strings and definitions are left out', () => {
  const source = `// __( 'No', 'shop' )
# __( 'No', 'shop' )
$a = "__( 'No', 'shop' )"; __( 'No', 'woocommerce' ); function __( $text, $domain = 'shop' ) {}`
  expect(calls(source)).toEqual([])
})

it('the text of a script is found as well', () => {
  expect(calls("const label = wp.i18n.__( 'Pay' + ' now', 'shop' );")).toEqual([
    { text: 'Pay now', line: 1 },
  ])
})

it('a text that is no literal is an error', () => {
  expect(() => calls("__( $text, 'shop' );")).toThrow('no literal')
})
