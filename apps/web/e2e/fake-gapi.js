/* oxlint-disable -- plain script for the page, not a module of ours */
/* Test-only fake of https://apis.google.com/js/api.js, served by Playwright's
   request interception where Google's hosts cannot (and in tests should not) be reached.
   It replaces ONLY the cross-frame message channel `gapi.iframes` between the app page and
   the auth emulator's helper iframe. The firebase SDK, the emulator, its account chooser,
   the popup and the token exchange all stay real. */
(function () {
  'use strict';
  var TAG = 'fake-gapi';
  var seq = 0;

  function Iframe(target, el) {
    this._target = target; // () => the window at the other end
    this._el = el;
    this._handlers = {};
    this._early = {}; // calls that came before their handler was registered
    this._pending = {};
    this._ready = new Promise((resolve) => {
      this._markReady = resolve;
    });
    window.addEventListener('message', (e) => {
      if (e.source !== this._target() || !e.data || e.data.tag !== TAG) return;
      var m = e.data;
      if (m.kind === 'hello') {
        this._post({ kind: 'hello-ack' });
        this._markReady();
      }
      if (m.kind === 'hello-ack') this._markReady();
      if (m.kind === 'reply' && this._pending[m.id]) {
        var done = this._pending[m.id];
        delete this._pending[m.id];
        // the SDK's webStorageSupport callback always ends in a throw (_fail); gapi swallows it
        try {
          done([m.data]);
        } catch (err) {
          console.debug(TAG, err.message);
        }
      }
      if (m.kind === 'call')
        this._handlers[m.name]
          ? this._answer(m)
          : (this._early[m.name] = this._early[m.name] || []).push(m);
    });
  }
  Iframe.prototype._post = function (m) {
    this._target().postMessage(Object.assign({ tag: TAG }, m), '*');
  };
  Iframe.prototype._answer = function (m) {
    Promise.resolve(this._handlers[m.name](m.data)).then((data) =>
      this._post({ kind: 'reply', id: m.id, data: data }),
    );
  };
  Iframe.prototype.register = function (name, handler) {
    this._handlers[name] = handler;
    (this._early[name] || []).splice(0).forEach((m) => this._answer(m));
  };
  Iframe.prototype.send = function (name, data, callback) {
    var id = ++seq;
    if (callback) this._pending[id] = callback;
    this._ready.then(() => this._post({ kind: 'call', id: id, name: name, data: data }));
  };
  Iframe.prototype.restyle = function () {
    return Promise.resolve();
  };
  Iframe.prototype.ping = function (callback) {
    return this._ready.then(function (v) {
      if (callback) callback(v);
      return v;
    });
  };

  var parentIframe = null;
  var context = {
    open: function (options, callback) {
      var el = document.createElement('iframe');
      Object.keys(options.attributes || {}).forEach(function (k) {
        if (k === 'style') Object.assign(el.style, options.attributes.style);
        else el.setAttribute(k, options.attributes[k]);
      });
      el.src = options.url;
      var iframe = new Iframe(function () {
        return el.contentWindow;
      }, el);
      options.where.appendChild(el);
      return Promise.resolve(callback(iframe));
    },
    getParentIframe: function () {
      if (!parentIframe) {
        parentIframe = new Iframe(function () {
          return window.parent;
        });
        parentIframe._post({ kind: 'hello' });
      }
      return parentIframe;
    },
  };

  var gapi = (window.gapi = window.gapi || {});
  gapi.load = function (_names, options) {
    gapi.iframes = {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: Iframe,
      getContext: function () {
        return context;
      },
    };
    setTimeout(typeof options === 'function' ? options : options.callback, 0);
  };
  var src = document.currentScript && document.currentScript.src;
  var onload = src && new URL(src).searchParams.get('onload');
  if (onload && window[onload]) window[onload]();
  else if (window.gapi_onload) window.gapi_onload();
})();
