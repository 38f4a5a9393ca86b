const options = document.getElementById('options')
const { publishableKey } = options.dataset
const submit = document.getElementById('submit')
const events = document.getElementById('events')
const confirmCommand = document.getElementById('confirm')

const connect = ServiceConnect({ publishableKey, locale: document.documentElement.lang })
const started = performance.now()
let component

if (matchMedia('(prefers-color-scheme: dark)').matches) {
  options.elements.theme.value = 'dark'
  options.elements.accentColor.value = '#639ed3'
}

const show = (name, data) => {
  events.querySelector('.mild')?.remove()
  const line = document.createElement('li')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  line.textContent = `${seconds} s  ${name}  ${JSON.stringify(data)}`
  events.prepend(line)
}

const mount = () => {
  component?.unmount()
  submit.disabled = true
  const chosen = new FormData(options)
  component = connect.createPaymentComponent({
    customer: { identity_number: chosen.get('identity_number') },
    saveCard: chosen.has('saveCard'),
    appearance: { theme: chosen.get('theme'), accentColor: chosen.get('accentColor') },
  })
  component.on('form_complete', ({ data }) => {
    submit.disabled = !data.complete
    show('form_complete', data)
  })
  component.on('payment_token_ready', ({ data }) => {
    confirmCommand.textContent = confirmCommand.textContent.replace(/tok_[^"]*/, data.payment_token)
    show('payment_token_ready', data)
  })
  component.on('payment_failed', ({ data }) => show('payment_failed', data))
  component.mount('#card')
}

options.addEventListener('submit', (event) => {
  event.preventDefault()
  mount()
})
submit.addEventListener('click', () => component.submit())
mount()
