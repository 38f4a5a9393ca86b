import { expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'

const faultOf = (password: string) => passwordFault(password, 'ana@tienda.example')

it.each([
  'password1234',
  'Password2026!',
  'P@ssw0rd1234',
  'Admin@123456',
  'passwordpassword',
  'password password password',
  'qwertyuiop123',
  '1q2w3e4r5t6y',
  '123456789012',
  'abcdefghijkl',
  '987654321098',
  'contraseña123',
  'Tegucigalpa26',
  'Honduras2026!',
  'bienvenido123',
  'iloveyou1234',
  'aaaaaaaaaaaa',
  'x'.repeat(128),
  'ababababababab',
  '111122223333',
  'abcd1234abcd1234',
  ' '.repeat(12),
  'a                b',
  '😀'.repeat(12),
])('the common password %j is refused', async (password) => {
  expect(await faultOf(password)).toBe('common')
})

it.each([
  'correct horse battery staple',
  'mango río lámpara',
  'another good password',
  'tres gatos duermen',
  'kX9#vT2!mQ7z',
  'hx7qplw93ntz',
  'Zopilote-azul-84-Copán',
  'пароль для моста',
])('the passphrase or random password %j is good', async (password) => {
  expect(await faultOf(password)).toBeUndefined()
})

it('a password that is too short, too long or the e-mail has its own fault', async () => {
  expect(await faultOf('short')).toBe('too-short')
  expect(await faultOf('kX9#vT2!'.repeat(17))).toBe('too-long')
  expect(await faultOf('ANA@tienda.example ')).toBe('is-email')
})
