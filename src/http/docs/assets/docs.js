// The script of the pages for developers. They are readable without it.

/** The address that callers of this server use, without a slash at its end. */
const base = new URL('..', import.meta.url).href.slice(0, -1)
const sampleBase = 'http://localhost:3000'

for (const code of document.querySelectorAll('pre code'))
  code.textContent = code.textContent.replaceAll(sampleBase, base)
for (const address of document.querySelectorAll('[data-address]'))
  // A narrow page breaks it before a slash.
  address.replaceChildren(
    ...(base + address.textContent)
      .split(/(?<=\w)(?=\/)/)
      .flatMap((part) => [part, document.createElement('wbr')]),
  )

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button')
  button.textContent = 'Copy'
  button.ariaLabel = `Copy: ${block.ariaLabel}`
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  })
  // The Clipboard API exists only at https:// addresses and at localhost.
  if (navigator.clipboard) block.before(button)
}

const ready = document.querySelector('[data-ready]')
if (ready) {
  const answer = await fetch(ready.dataset.ready, { method: 'HEAD' }).catch(() => null)
  ready.textContent = `${answer?.ok ? 'It is up.' : 'It is not ready at the moment.'} ${ready.textContent}`
}

/** The reply to a request, as text for people. */
const replyText = async (address, key) => {
  const reply = await fetch(address, { headers: { Authorization: `Bearer ${key}` } })
  const body = await reply.text()
  const shown = body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 2) : body
  return `${reply.status} ${reply.statusText}\n${shown}`
}

for (const form of document.querySelectorAll('form')) {
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const address = new URL(form.dataset.path, location.href)
    for (const { dataset, value } of form.querySelectorAll('[data-query]'))
      if (value.trim() !== '') address.searchParams.set(dataset.query, value.trim())
    const key = form.querySelector('[data-key]').value.trim()
    const output = form.querySelector('output')
    output.textContent = 'Sending …'
    const block = document.createElement('pre')
    block.tabIndex = 0
    block.textContent = await replyText(address, key).catch(
      () => 'No reply: the server could not be reached, or the key has characters that no key has.',
    )
    output.replaceChildren(block)
  })
}
