export const meta = () => [{ title: 'Empty' }, { name: 'description', content: 'An empty page' }]

export default function Home() {
  return (
    <main>
      <h1>Empty</h1>
    </main>
  )
}
