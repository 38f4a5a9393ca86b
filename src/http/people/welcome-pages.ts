import { type Request, type Response, Router } from 'express'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { accept, type LinkForm, type LinkView, viewOfLink } from '../../people/members/accept.ts'
import type { People } from '../../people/members/people.ts'
import { SHORTEST_PASSWORD } from '../../people/passwords/password-rules.ts'
import { linksContextOf } from '../../people/sign-in/links.ts'
import { browserOf, setCookies } from './browser.ts'
import {
  faultOf,
  fieldOf,
  languageOf,
  ofOwnForm,
  otherLanguageOfForm,
  privatePage,
  sendNoLink,
} from './form-answers.ts'
import { type FormField, type FormPage, renderFormPage } from './form-page.ts'
import { secondFactorAddress } from './second-factor-page.ts'

/** Serves one-time links: create an account, join an organization, reset a password. */
export const welcomePages = (people: People): Router => {
  const router = Router({ caseSensitive: true })
  const { publicUrl, clock } = people.ctx

  router.get('/:token', privatePage, async (request, response) => {
    const view = await viewOfLink(linksContextOf(people.ctx), String(request.params.token))
    if (view) sendWelcome(request, response, { view })
    else sendNoLink(request, response)
  })

  router.post('/:token', ...ofOwnForm(publicUrl), async (request, response) => {
    const token = String(request.params.token)
    const links = linksContextOf(people.ctx)
    const view = await viewOfLink(links, token)
    if (!view) return sendNoLink(request, response)
    const form = {
      name: fieldOf(request, 'name'),
      email: fieldOf(request, 'email'),
      password: fieldOf(request, 'password'),
    }
    const outcome = await accept(people, links, { token, form, ...browserOf(request) })
    if (outcome.outcome === 'no-such-link') return sendNoLink(request, response)
    if (outcome.outcome === 'signed-in') {
      setCookies(response, outcome.cookies)
      return response.redirect(303, '/')
    }
    if (outcome.outcome === 'second-factor-needed') {
      setCookies(response, outcome.cookies)
      return response.redirect(303, secondFactorAddress('/'))
    }
    const language = languageOf(request, response)
    const fault = faultOf(outcome, { response, language, now: clock.now() })
    sendWelcome(request, response, { view, form, fault })
  })
  return router
}

const sendWelcome = (
  request: Request,
  response: Response,
  { view, form, fault }: { view: LinkView; form?: LinkForm; fault?: string },
): void => {
  const language = languageOf(request, response)
  response.send(
    renderFormPage({
      locale: language,
      fault,
      ...formOf(view, { language, form }),
      otherLanguageUrl: `/welcome${otherLanguageOfForm(request, language)}`,
    }),
  )
}

const formOf = (
  view: LinkView,
  { language, form }: { language: Language; form: LinkForm | undefined },
): Pick<FormPage, 'title' | 'message' | 'fields' | 'button' | 'footnote'> => {
  const texts = TEXTS[language].people
  const email: FormField = {
    name: 'email',
    label: texts.email,
    value: view.email ?? form?.email,
    isFixed: view.email !== undefined,
    autocomplete: 'username',
  }
  const newPassword: FormField = {
    name: 'password',
    label: view.purpose === 'new-account' ? texts.password : texts.newPassword,
    autocomplete: 'new-password',
    hint: formatMessage(texts.passwordHint, { least: SHORTEST_PASSWORD }, language),
  }
  switch (view.purpose) {
    case 'new-account':
      return {
        title: texts.welcome,
        message: formatMessage(texts.welcomeTo, { organization: view.organizationName }, language),
        fields: [
          email,
          { name: 'name', label: texts.name, value: form?.name, autocomplete: 'name' },
          newPassword,
        ],
        button: texts.createAccount,
      }
    case 'join':
      return {
        title: texts.welcome,
        message: formatMessage(
          texts.welcomeBack,
          { organization: view.organizationName },
          language,
        ),
        fields: [
          email,
          { name: 'password', label: texts.password, autocomplete: 'current-password' },
        ],
        button: texts.join,
        footnote: texts.forgotten,
      }
    case 'new-password':
      return { title: texts.newPassword, fields: [email, newPassword], button: texts.setPassword }
  }
}
