# What readers of the guides bring: pages in every form, answers of a search form, and a labelled corpus. The first argument is testdata.
ln -s "$1" testdata
cp testdata/pages/barn-story/source.html page.html
cp testdata/records/thread-phpbb/source.html thread.html
cp testdata/records/listing-search/source.html results.html
cp testdata/pages/barn-story/expected.txt expected.txt
mkdir -p pages crawl/example.org results answers new my-corpus/pages dump
for page in testdata/pages/*/; do
  name=$(basename "$page")
  cp "$page/source.html" "pages/$name.html"
  gzip -c "$page/source.html" > "dump/$name.html.gz"
done

# A response in a WARC file: number, URL and page.
record() {
  local http
  http=$(printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n%s' "$3")
  printf 'WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-11-25T00:00:00Z\r\n' "$2"
  printf 'WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-%012d>\r\nContent-Type: application/http;msgtype=response\r\n' "$1"
  printf 'Content-Length: %d\r\n\r\n%s\r\n\r\n' "$(printf %s "$http" | wc -c)" "$http"
}

# Pages of farms: twelve as a crawl in every form, all with their texts as a corpus of ten sites.
for n in $(seq 60); do
  url=https://site$((n % 10)).example.org/farm$n
  text="Rye on farm $n
On farm $n the rye was cut before the rain came down the valley, and dried for $n days on the slats of the barn.
The threshers of farm $n went from barn to barn until the snow."
  page="<title>Rye on farm $n</title><link rel=canonical href=$url><meta property=article:published_time content=2026-11-25>
<nav><a href=/>Home</a> <a href=/shop>Shop</a></nav><h1>${text//$'\n'/$'\n'<p>}<footer>Owner of the site of the farms</footer>"
  page=${page/$'\n'<p>On/</h1><p>On}
  jq -nc --arg id "farm$n" --arg url "$url" --arg text "$text" '{id: $id, url: $url, text: $text, page_type: "article"}' >> my-corpus/truth.jsonl
  echo "$page" | gzip > "my-corpus/pages/farm$n.html.gz"
  [ "$n" -le 12 ] || continue
  echo "$page" > "crawl/example.org/farm$n.html"
  printf 'crawl/example.org/farm%s.html\t%s\n' "$n" "$url" >> pages.list
  jq -nc --arg html "$page" --arg url "$url" '{id: $url, url: $url, html: $html, body: $html, link: $url}' >> pages.jsonl
  record "$n" "$url" "$page" | gzip >> crawl.warc.gz
done
cp crawl.warc.gz crawl/part.warc.gz
cp crawl.warc.gz site.warc.gz
cp -r my-corpus other-corpus
mkdir -p others/other
jq -c '{id, text}' my-corpus/truth.jsonl | tee run.jsonl ours.jsonl theirs.jsonl > others/other/my-corpus.jsonl

# Three answers of a search form.
mkdir -p books jobs
for n in 1 2 3; do
  page="<title>Results $n</title><h1>Results</h1><ol>"
  for row in $(seq 10); do
    page+="<li><h3><a href=/book/$n$row>Book $row on rye, part $n</a></h3><p class=author>Author $((row * n))</p><span class=price>$row.$n EUR</span></li>"
  done
  echo "$page</ol>" | tee "answers/$n.html" "new/$n.html" "jobs/$n.html" > "results/$n.html"
  record "$n" "https://example.org/search?q=rye&page=$n" "$page</ol>" | gzip >> answers.warc.gz
  echo "<title>Book $n</title><h1>Book $n</h1><table><tr><th>Author<td>Author $n<tr><th>Price<td>$n.50 EUR<tr><th>Pages<td>${n}40</table>" > "books/$n.html"
done

debulha extract pages.jsonl --to parquet -o made --columns link=url,body=text
mv made/*.parquet dump.parquet
rm -r made .made.run
