// Opens the reader next to the page whose toolbar button was clicked. The click lets the extension read that page (`activeTab`).

chrome.action.onClicked.addListener((tab) => openReader(tab));

function openReader(tab) {
  const url = chrome.runtime.getURL(`reader.html?tab=${tab.id}`);
  return chrome.tabs.create({ url, index: tab.index + 1, openerTabId: tab.id });
}
